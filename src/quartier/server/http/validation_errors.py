"""Validation errors of requests: a sentence that names the first invalid field and says what is valid.

The invalid value is not repeated: it may hold a secret.
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
MAX_FIELD_NAME_LENGTH: Final = 80
"""Characters of a field's name: the caller may have made it up."""
ErrorDetails = Mapping[str, Any]


def refusal_of(error: RequestValidationError) -> DomainError:
    """Return the error for a request that doesn't match its route."""
    errors: Sequence[ErrorDetails] = error.errors()
    first = errors[0]
    kind, where = first.get("type", ""), tuple(first["loc"])
    if kind == "json_invalid":
        line, column = _place(first, error.body)
        return _malformed_error(_NO_JSON, line=line, column=column)
    if where in ((), ("body",)) and kind != EITHER:
        return _malformed_error(_NO_OBJECT)
    several = [
        field_error
        for field_error in errors
        if field_error["loc"][:-1] == where[:-1] and _ALTERNATIVES.issuperset(where[-1:])
    ]
    if len(several) > 1:
        return _malformed_error(_WRONG, field=_field_name(where[:-1]))
    return _of_field(kind, _field_name(where), first.get("ctx", {}))


def not_understood(field: str) -> DomainError:
    """Return the error for a field of which nothing else is known."""
    return _malformed_error(_WRONG, field=field)


def _of_field(kind: str, field: str, context: Mapping[str, Any]) -> DomainError:
    if kind == EITHER:
        return _malformed_error(_EITHER, one=context["one"], other=context["other"])
    if kind == "literal_error":
        values = ", ".join(f"“{value}”" for value in re.findall(r"'([^']*)'", context["expected"]))
        return _malformed_error(_ONE_OF, field=field, values=values)
    for name, sentence in _BOUNDS.items():
        if name in context:
            return _malformed_error(sentence, field=field, limit=context[name])
    return _malformed_error(_SENTENCES.get(kind, _WRONG), field=field)


def _malformed_error(sentence: str, **fields: object) -> DomainError:
    return DomainError(422, "malformed", sentence, **fields)


def _field_name(where: tuple[object, ...]) -> str:
    """Return a field's path from the outermost object, printable: the client may have made it up."""
    name = ".".join(str(part) for part in where[where[:1] in _OUTSIDE :]) or "body"
    return "".join(sign if sign.isprintable() else "?" for sign in name[:MAX_FIELD_NAME_LENGTH])


def _place(details: ErrorDetails, body: Any) -> tuple[int, int]:
    """Return line and column, from 1, of a JSON syntax error."""
    position = re.search(r"line (\d+) column (\d+)", str(details.get("ctx", {}).get("error", "")))
    if position:
        return int(position[1]), int(position[2])
    before = str(body)[: int(details["loc"][-1])]
    return before.count("\n") + 1, len(before) - (before.rfind("\n") + 1) + 1


_OUTSIDE: Final = (("body",), ("query",), ("path",), ("header",))
"""Where a field may stand, which is no part of its name."""
_ALTERNATIVES: Final = frozenset(("bool", "int", "str", "float", "none"))
"""What stands last in the place of an error where a value may be of several kinds and is of none."""
_WRONG = N_("Invalid request: missing or invalid “{field}”.")
_NO_JSON = N_("Invalid JSON at line {line}, column {column}.")
_NO_OBJECT = N_("The body must be a JSON object sent with “Content-Type: application/json”.")
_EITHER = N_("Send either “{one}” or “{other}”, not both.")
_ONE_OF = N_("Invalid “{field}”. Allowed values: {values}.")
_WHOLE = N_("“{field}” must be a whole number.")
_TEXT = N_("“{field}” must be a string.")
_YES_OR_NO = N_("“{field}” must be true or false.")
_SENTENCES: Final = {
    "missing": N_("“{field}” is missing."),
    "extra_forbidden": N_("Unknown field “{field}”. Check the spelling."),
    "int_type": _WHOLE,
    "int_parsing": _WHOLE,
    "int_from_float": _WHOLE,
    "string_type": _TEXT,
    "bool_type": _YES_OR_NO,
    "bool_parsing": _YES_OR_NO,
    "list_type": N_("“{field}” must be a list."),
    "dict_type": (_OBJECT := N_("“{field}” must be an object.")),
    "model_type": _OBJECT,
    "model_attributes_type": _OBJECT,
}
_BOUNDS: Final = {
    "pattern": N_("“{field}” must match the pattern {limit}."),
    "ge": N_("“{field}” must be at least {limit}."),
    "le": N_("“{field}” must be at most {limit}."),
    "min_length": N_("“{field}” is too short. Minimum length: {limit}."),
    "max_length": N_("“{field}” is too long. Maximum length: {limit}."),
}
"""By what an error's context names."""
