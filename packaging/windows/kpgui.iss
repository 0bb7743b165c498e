; An installer for Windows by Inno Setup 6, from the folder dist\kpgui that `dev.py build app` makes there:
;   iscc /DVersion=0.1.0 packaging\windows\kpgui.iss
; Not tried: it was written where there is no Windows.

#ifndef Version
  #error "Give the version of kpgui/__init__.py: /DVersion=..."
#endif

[Setup]
AppId=io.github.kpgui.kpgui
AppName=kpgui
AppVersion={#Version}
AppPublisher=kpgui authors
AppPublisherURL=https://github.com/kpgui/kpgui
DefaultDirName={autopf}\kpgui
DefaultGroupName=kpgui
; For the one who installs it: no administrator is needed.
PrivilegesRequired=lowest
ArchitecturesAllowed=x64compatible
ArchitecturesInstallIn64BitMode=x64compatible
ChangesAssociations=yes
LicenseFile=..\..\LICENSE
SetupIconFile=..\..\dist\icons\kpgui.ico
UninstallDisplayIcon={app}\kpgui.exe
OutputDir=..\..\dist
OutputBaseFilename=kpgui-{#Version}-setup
SolidCompression=yes

[Files]
Source: "..\..\dist\kpgui\*"; DestDir: "{app}"; Flags: recursesubdirs

[Icons]
Name: "{group}\kpgui"; Filename: "{app}\kpgui.exe"

[Registry]
; A double click on a .kpgui file opens it.
Root: HKA; Subkey: "Software\Classes\.kpgui"; ValueType: string; ValueData: "kpgui.session"; Flags: uninsdeletevalue
Root: HKA; Subkey: "Software\Classes\.kpgui"; ValueName: "Content Type"; ValueType: string; ValueData: "application/x-kpgui"
Root: HKA; Subkey: "Software\Classes\kpgui.session"; ValueType: string; ValueData: "kpgui session"; Flags: uninsdeletekey
Root: HKA; Subkey: "Software\Classes\kpgui.session\DefaultIcon"; ValueType: string; ValueData: "{app}\kpgui.exe,0"
Root: HKA; Subkey: "Software\Classes\kpgui.session\shell\open\command"; ValueType: string; ValueData: """{app}\kpgui.exe"" ""%1"""
