"""What the files of a package declare, to be compared with its registry."""

import importlib
import pkgutil


def declared_in(package, base, rooms=False):
    """The classes below `base` in the modules of a package that have a key or that no other class there builds on.

    rooms: whether the package has a folder for each member. Otherwise its folders hold the parts that its modules are
    made of, and are not looked into.
    """
    found = set()
    walk = pkgutil.walk_packages if rooms else pkgutil.iter_modules
    for each in walk(package.__path__, f"{package.__name__}."):
        if not each.ispkg:
            module = importlib.import_module(each.name)
            own = {thing for thing in vars(module).values() if isinstance(thing, type) and issubclass(thing, base)}
            found |= {thing for thing in own - {base} if thing.__module__ == module.__name__}
    built_on = {each for each in found if any(issubclass(other, each) and other is not each for other in found)}
    return {each for each in found if each not in built_on or "key" in vars(each)}
