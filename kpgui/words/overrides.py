"""Settings by name, such as `kernel.sigma`, their words on the screen, and sessions with other values."""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import Any

from kpgui.kernels import Kernel, Leaf, kernel
from kpgui.language import _, in_sentence
from kpgui.learners import learner
from kpgui.model.errors import KpguiError, short
from kpgui.model.expression import NUMBER
from kpgui.model.multiclass import against
from kpgui.model.param import Param, Value, digits_apart, shown
from kpgui.model.registry import nearest
from kpgui.model.session import ORDER, SEED, Session
from kpgui.words.kernel_tree import Path, changed, children, wrap_of


def label_text(param: Param) -> str:
    """
    >>> label_text(Param("decay_on", "step", "")), label_text(Param("sigma", 1.0, "", symbol="σ"))
    ('Decay on', 'Sigma σ')
    """
    shown = _(label_words(param))
    return f"{shown} {param.symbol}" if param.symbol else shown


def choice_text(value: str) -> str:
    """
    >>> choice_text("shuffled_each_epoch"), choice_text("PA-I")
    ('Shuffled each epoch', 'PA-I')
    """
    return _(choice_words(value))


def label_words(param: Param) -> str:
    """A parameter's name as English words, which are translated for its label.

    >>> label_words(Param("decay_on", "step", ""))
    'Decay on'
    """
    return param.label or (choice_words(param.name) if len(param.name) > 1 else param.name)


def choice_words(value: str) -> str:
    """A value to choose as English words, which are translated for the screen."""
    words = value.replace("_", " ")
    return words[0].upper() + words[1:]


_WORD = re.compile(r"\w+|\S")


def wrong_span(text: str, at: int) -> tuple[int, int]:
    """Start and end of the word or sign at a position; an empty span if something is missing there.

    >>> wrong_span("rbf + lin()", 6), wrong_span("rbf +", 5), wrong_span("rbf $", 4)
    ((6, 9), (5, 5), (4, 5))
    """
    match = _WORD.match(text, at)
    return (at, match.end()) if match else (at, at)


KERNEL = Param("kernel", "rbf(sigma=1)", "The kernel.", scale="text", check=kernel, syntax="an expression")
LEARNER = Param("learner", "kernel_perceptron()", "The learner.", scale="text", check=learner, syntax="an expression")

_NUMBER = re.compile(f"-?{NUMBER}")


@dataclass(frozen=True)
class NamedSetting:
    """One setting of one session, and its value. owner: the kernel or learner that it belongs to, "" for the session.

    alias: its name with its place in the kernel, if its own is without.
    """

    name: str
    param: Param
    owner: str
    value: Value
    session_with: Callable[[Value], Session]
    alias: str | None = None

    @property
    def short(self) -> str:
        """Its name without the place in the kernel, which others may share."""
        return f"kernel.{self.param.name}" if self.name.startswith("kernel.") else self.name

    def overridden(self, text: str) -> Session:
        """The session with the value that this text stands for. Raises KpguiError for a value that is not allowed."""
        return self.session_with(self.param.validate(value_of(self.param, text), self.owner))


def overridden(session: Session, name: str, text: str) -> Session:
    """The session with the setting of this name at the value that `text` stands for.

    Raises KpguiError for a name that the session does not have, with the nearest of those that it has, for one that
    several parts of its kernel share, and for a value that is not allowed.

    >>> overridden(Session(), "kernel.sigma", "0.3").kernel
    'rbf(sigma=0.3)'
    """
    return setting(session, name).overridden(text)


def values_changed(before: Session, after: Session) -> str:
    """The settings that have other values, if nothing else of kernel and learner is different, else "".

    >>> values_changed(Session(kernel="rbf(sigma=0.5)"), Session(kernel="rbf(sigma=0.7)", seed=3))
    'σ 0.5 → 0.7, seed 0 → 3'
    """
    was, now = settings(before), settings(after)
    same = [(each.name, each.owner) for each in was] == [(each.name, each.owner) for each in now]
    if not same or _NUMBER.sub("", before.kernel) != _NUMBER.sub("", after.kernel):
        return ""
    pairs = zip(was, now, strict=True)
    return ", ".join(
        _value_changed(one.param, one.value, other.value)
        for one, other in pairs
        if one.value != other.value and one.param not in (KERNEL, LEARNER)
    )


def _value_changed(param: Param, was: Any, now: Any) -> str:
    def text(value: Any) -> str:
        if isinstance(value, bool):
            return _("on") if value else _("off")
        return in_sentence(choice_words(value)) if isinstance(value, str) else shown(value, digits_apart(was, now))

    return f"{param.symbol or in_sentence(label_words(param))} {text(was)} → {text(now)}"


def setting(session: Session, name: str) -> NamedSetting:
    """The setting of this name. Raises KpguiError as `overridden` does."""
    found = settings(session)
    for each in found:
        if name in (each.name, each.alias):
            return each
    group, __, last = name.rpartition(".")
    namesakes = [each.name for each in found if group == "kernel" and each.name.endswith(f".{last}")]
    if namesakes:
        raise KpguiError(
            _("{count} parts of the kernel {kernel} have {last}: write {names}, or give the whole by --kernel.").format(
                count=len(namesakes), kernel=short(session.kernel), last=last, names=_(" or ").join(namesakes[:3])
            )
        )
    known = tuple(dict.fromkeys(known for each in found for known in (each.name, each.short) if known != name))
    raise KpguiError(
        _("There is no setting {name!r} in this session; {advice}.").format(
            name=short(name), advice=nearest(name, known)
        )
    )


def settings(session: Session) -> tuple[NamedSetting, ...]:
    """All settings of a session, the names unique: `kernel.2.sigma` for that of the second part, if others have it."""
    kernel_settings = list(_of_kernel(session))
    names = [each.short for each in kernel_settings]
    return (
        _of_field(session, "kernel", KERNEL),
        *(
            replace(each, name=each.short, alias=each.name) if names.count(each.short) == 1 else each
            for each in kernel_settings
        ),
        _of_field(session, "learner", LEARNER),
        *(_of_learner(session, each) for each in type(learner(session.learner)).params()),
        _of_field(session, "order", ORDER, "run."),
        _of_field(session, "seed", SEED, "run."),
        *_of_classes(session),
    )


def _of_classes(session: Session) -> Iterator[NamedSetting]:
    """Which class is +1 against the rest, if there are more than two."""
    found = session.dataset.multiclass
    if found is None:
        return
    names = found.names

    def session_with(value: Value) -> Session:
        return replace(session, dataset=against(session.dataset, names.index(str(value))))

    param = Param("class", names[0], "The class that is +1; all others are −1.", scale="choice", choices=names)
    yield NamedSetting("class", param, "", names[found.positive], session_with)


def _of_field(session: Session, field: str, param: Param, group: str = "") -> NamedSetting:
    def session_with(value: Value) -> Session:
        return replace(session, **{field: value})  # type: ignore[arg-type]  # the parameter has checked its type

    return NamedSetting(group + field, param, "", getattr(session, field), session_with)


def _of_learner(session: Session, param: Param) -> NamedSetting:
    whole: Any = learner(session.learner)

    def session_with(value: Value) -> Session:
        return replace(session, learner=str(replace(whole, **{param.name: value})))

    return NamedSetting(f"learner.{param.name}", param, whole.key, getattr(whole, param.name), session_with)


def _of_kernel(session: Session) -> Iterator[NamedSetting]:
    """The parameters of all parts of the kernel, by their long names."""
    whole = kernel(session.kernel)

    def with_value(path: Path, name: str) -> Callable[[Value], Session]:
        return lambda value: replace(session, kernel=str(changed(whole, path, name, value)))

    for path, part in _parts(whole):
        for each in _params(part):
            owner = part.key if isinstance(part, Leaf) else part.noun
            name = ".".join(["kernel", *map(str, path), each.name])
            yield NamedSetting(name, each, owner, getattr(part, each.name), with_value(path, each.name))


def _parts(part: Kernel, path: Path = ()) -> Iterator[tuple[Path, Kernel]]:
    yield path, part
    for number, child in enumerate(children(part), 1):
        yield from _parts(child, (*path, number))


def _params(part: Any) -> tuple[Param, ...]:
    if isinstance(part, Leaf):
        return type(part).params()
    wrap = wrap_of(part)
    return () if wrap is None or wrap.param is None else (wrap.param,)


def value_of(param: Param, text: str) -> Value:
    """The value that a text stands for, as far as it is one of the parameter's sort; else the text.

    >>> value_of(SEED, "7"), value_of(SEED, "many")
    (7, 'many')
    """
    if param.scale in ("choice", "text"):
        return text
    if param.scale == "flag":
        return {"true": True, "false": False}.get(text.lower(), text)
    if not _NUMBER.fullmatch(text):
        return text
    return int(text) if text.lstrip("-").isdigit() and len(text) <= 16 else float(text)
