"""What is wrong with a body or an address, in a sentence that names the first field and says what would be right.

What was sent is not repeated: it may hold a secret.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any, Final

from fastapi.exceptions import RequestValidationError

from quartier.core.text.languages import N_
from quartier.server.errors import DomainError

EITHER: Final = "either"
"""The kind of error of a body that says none or both of two fields, which its context names as `one` and `other`."""
LONGEST: Final = 80
"""Characters of a field's name: the caller may have made it up."""
Found = Mapping[str, Any]


def refusal_of(error: RequestValidationError) -> DomainError:
    """The answer to a request that is not what its route reads."""
    errors: Sequence[Found] = error.errors()
    first = errors[0]
    kind, where = first.get("type", ""), tuple(first["loc"])
    if kind == "json_invalid":
        line, column = _place(first, error.body)
        return _refused(_NO_JSON, line=line, column=column)
    if where in ((), ("body",)) and kind != EITHER:
        return _refused(_NO_OBJECT)
    several = [
        each for each in errors if each["loc"][:-1] == where[:-1] and _ALTERNATIVES.issuperset(where[-1:])
    ]
    if len(several) > 1:
        return _refused(_WRONG, field=_named(where[:-1]))
    return _of_field(kind, _named(where), first.get("ctx", {}))


def not_understood(field: str) -> DomainError:
    """Where no more is known than what is wrong."""
    return _refused(_WRONG, field=field)


def _of_field(kind: str, field: str, said: Mapping[str, Any]) -> DomainError:
    if kind == EITHER:
        return _refused(_EITHER, one=said["one"], other=said["other"])
    if kind == "literal_error":
        values = ", ".join(f"“{value}”" for value in re.findall(r"'([^']*)'", said["expected"]))
        return _refused(_ONE_OF, field=field, values=values)
    for name, sentence in _BOUNDS.items():
        if name in said:
            return _refused(sentence, field=field, limit=said[name])
    return _refused(_SENTENCES.get(kind, _WRONG), field=field)


def _refused(sentence: str, **fields: object) -> DomainError:
    return DomainError(422, "malformed", sentence, **fields)


def _named(where: tuple[object, ...]) -> str:
    """A field by its way from the outermost object, as it can be shown: it may hold bytes that are not text."""
    name = ".".join(str(part) for part in where[where[:1] in _OUTSIDE :]) or "body"
    return "".join(sign if sign.isprintable() else "?" for sign in name[:LONGEST])


def _place(found: Found, body: Any) -> tuple[int, int]:
    """Line and column, from 1, at which a text is no JSON any more."""
    told = re.search(r"line (\d+) column (\d+)", str(found.get("ctx", {}).get("error", "")))
    if told:
        return int(told[1]), int(told[2])
    before = str(body)[: int(found["loc"][-1])]
    return before.count("\n") + 1, len(before) - (before.rfind("\n") + 1) + 1


_OUTSIDE: Final = (("body",), ("query",), ("path",), ("header",))
"""Where a field may stand, which is no part of its name."""
_ALTERNATIVES: Final = frozenset(("bool", "int", "str", "float", "none"))
"""What stands last in the place of an error where a value may be of several kinds and is of none."""
_WRONG = N_("The request cannot be understood: “{field}” is missing or wrong.")
_NO_JSON = N_("The body is not readable as JSON: look at line {line}, column {column}.")
_NO_OBJECT = N_("The body has to be a JSON object, sent with “Content-Type: application/json”.")
_EITHER = N_("Either “{one}” or “{other}” has to be said, and not both.")
_ONE_OF = N_("“{field}” is wrong. It may be: {values}.")
_WHOLE = N_("“{field}” is wrong: it is a whole number.")
_TEXT = N_("“{field}” is wrong: it is a text.")
_YES_OR_NO = N_("“{field}” is wrong: it is true or false.")
_SENTENCES: Final = {
    "missing": N_("“{field}” is missing."),
    "extra_forbidden": N_("“{field}” is unknown here. Check how it is written."),
    "int_type": _WHOLE,
    "int_parsing": _WHOLE,
    "int_from_float": _WHOLE,
    "string_type": _TEXT,
    "bool_type": _YES_OR_NO,
    "bool_parsing": _YES_OR_NO,
    "list_type": N_("“{field}” is wrong: it is a list."),
    "dict_type": (_OBJECT := N_("“{field}” is wrong: it is an object.")),
    "model_type": _OBJECT,
    "model_attributes_type": _OBJECT,
}
_BOUNDS: Final = {
    "pattern": N_("“{field}” is wrong: it has to match {limit}"),
    "ge": N_("“{field}” is wrong: it is at least {limit}."),
    "le": N_("“{field}” is wrong: it is at most {limit}."),
    "min_length": N_("“{field}” is too short: at least {limit}."),
    "max_length": N_("“{field}” is too long: at most {limit}."),
}
"""By what an error's context names."""
