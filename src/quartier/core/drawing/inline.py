"""Drawings without a stylesheet: every element carries its computed style, in the colours of the light theme.

SVG viewers outside browsers (notebooks that sanitise output, image converters, vector editors) support no CSS
variables and few selectors. So the stylesheets are resolved here, and written as attributes. This supports
the selectors that the project's stylesheets use: nested tags, classes and attributes.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from copy import deepcopy
from dataclasses import dataclass
from functools import lru_cache
from xml.etree import ElementTree
from xml.etree.ElementTree import Element

from quartier.core.drawing.svg import NAMESPACE

_SVG = f"{{{NAMESPACE}}}"
_USE = f"{_SVG}use"
_COMMENT = re.compile(r"/\*.*?\*/", re.S)
_AT_RULE = re.compile(r"@[^{]*\{(?:[^{}]*\{[^{}]*\})*[^{}]*\}")
_RULE = re.compile(r"([^{}]+)\{([^{}]*)\}")
_SIMPLE = re.compile(r"\.[\w-]+|\[[^\]]+\]|:{1,2}[\w-]+(?:\([^)]*\))?|[\w-]+")
_VARIABLE = re.compile(r"var\((--[\w-]+)(?:,\s*((?:[^()]|\([^()]*\))*))?\)")
_MIX = re.compile(r"color-mix\(in srgb, #(\w{6}) (\d+)%, #(\w{6})\)")
_LIGHT = {":root", '[data-theme="light"]'}

Values = dict[str, str]


@dataclass(frozen=True)
class _Rule:
    """A rule for one selector: conditions on the element, then on its ancestors, nearest first."""

    compounds: tuple[tuple[str, ...], ...]
    weight: tuple[int, int]
    """Specificity: classes and attributes, then tags."""
    values: tuple[tuple[str, str], ...]


@dataclass(frozen=True)
class _Node:
    """An element with its ancestors."""

    element: Element
    above: _Node | None


def with_plain_styles(document: str) -> str:
    """Inline the stylesheets of a standalone drawing (`standalone`) into its elements."""
    ElementTree.register_namespace("", NAMESPACE)
    root = ElementTree.fromstring(document)
    sheets = "".join(style.text or "" for style in root.iter(f"{_SVG}style"))
    rules, colours = _read(sheets)
    shapes = dict(_shapes(_Node(root, None)))
    used = {use.get("href", "")[1:] for use in root.iter(_USE)}
    for parent in list(root.iter()):
        for child in list(parent):
            unseen = parent.tag == f"{_SVG}defs" and child.get("id") in used
            if child.tag == f"{_SVG}style" or unseen:
                parent.remove(child)
    _Painter(rules, shapes).dress(_Node(root, None), dict(colours))
    return ElementTree.tostring(root, encoding="unicode")


def _shapes(node: _Node) -> Iterator[tuple[str, _Node]]:
    """Return the elements that `<use>` may refer to, by id, before they are styled."""
    name = node.element.get("id")
    if name:
        yield name, _Node(deepcopy(node.element), node.above)
    for child in node.element:
        yield from _shapes(_Node(child, node))


# ----- the stylesheet -----


@lru_cache(maxsize=32)
def _read(sheets: str) -> tuple[tuple[_Rule, ...], tuple[tuple[str, str], ...]]:
    """Return the rules, lowest specificity first, and the colours of the light theme."""
    rules: list[_Rule] = []
    colours: Values = {}
    for selectors, body in _RULE.findall(_AT_RULE.sub("", _COMMENT.sub("", sheets))):
        values = dict(_declarations(body))
        for selector in map(str.strip, selectors.split(",")):
            if selector in _LIGHT:
                colours.update(values)
            else:
                rules += _rule(selector, values)
    return tuple(sorted(rules, key=lambda rule: rule.weight)), tuple(colours.items())


def _declarations(body: str) -> Iterator[tuple[str, str]]:
    for declaration in body.split(";"):
        name, _, value = declaration.partition(":")
        if value:
            yield name.strip(), value.strip()


def _rule(selector: str, values: Values) -> list[_Rule]:
    """Return the rule of a selector; none for pointer states and other themes."""
    compounds = tuple(tuple(_SIMPLE.findall(word)) for word in reversed(selector.split()))
    parts = [part for compound in compounds for part in compound]
    if any(part.startswith(":") or part.startswith("[data-theme") for part in parts):
        return []
    tags = sum(part[0] not in ".[" for part in parts)
    return [_Rule(compounds, (len(parts) - tags, tags), tuple(values.items()))]


# ----- elements -----


class _Painter:
    """Applies rules to elements."""

    def __init__(self, rules: tuple[_Rule, ...], shapes: dict[str, _Node]) -> None:
        self._rules = rules
        self._shapes = shapes

    def dress(self, node: _Node, inherited: Values) -> None:
        """Style an element and all of its descendants."""
        values = _declared_values(node, self._rules)
        variables = inherited | {
            name: _resolve_variables(value, inherited)
            for name, value in values.items()
            if name.startswith("--")
        }
        own = dict(_declarations(node.element.get("style", "")))
        looks = {
            name: _resolve_variables(value, variables)
            for name, value in {**values, **own}.items()
            if not name.startswith("--")
        }
        for name, value in node.element.items():
            if "var(" in value:
                node.element.set(name, _resolve_variables(value, variables))
        if looks:
            node.element.set("style", ";".join(f"{name}:{value}" for name, value in looks.items()))
        for child in node.element:
            self.dress(_Node(child, node), variables)
        if node.element.tag == _USE:
            self._unfold(node.element, variables)

    def _unfold(self, use: Element, variables: Values) -> None:
        """Replace a `<use>` with a group that contains a copy: what a shape inherits differs from place to place.

        Rules see the copy in the place of use, as in a browser.
        """
        shape = self._shapes.get(use.attrib.pop("href", "")[1:])
        use.tag = f"{_SVG}g"
        if shape is not None:
            copy = deepcopy(shape.element)
            copy.attrib.pop("id", None)
            self.dress(_Node(copy, shape.above), variables)
            use.append(copy)


def _declared_values(node: _Node, rules: tuple[_Rule, ...]) -> Values:
    """Return the declarations of the rules for an element; the more specific and the later ones win."""
    result: Values = {}
    for rule in rules:
        if _matches(rule.compounds, node):
            result.update(rule.values)
    return result


def _matches(compounds: tuple[tuple[str, ...], ...], node: _Node) -> bool:
    if not _fits(compounds[0], node.element):
        return False
    above, rest = node.above, compounds[1:]
    while rest and above is not None:
        if _fits(rest[0], above.element):
            rest = rest[1:]
        above = above.above
    return not rest


def _fits(compound: tuple[str, ...], element: Element) -> bool:
    """Return whether an element has the tag, the classes and the attributes."""
    classes = element.get("class", "").split()
    return all(_has(element, classes, part) for part in compound)


def _has(element: Element, classes: list[str], part: str) -> bool:
    if part.startswith("."):
        return part[1:] in classes
    if part.startswith("["):
        name, _, value = part[1:-1].partition("=")
        return element.get(name) == value.strip("\"'") if value else name in element.attrib
    return element.tag == _SVG + part


def _resolve_variables(value: str, variables: Values) -> str:
    """Resolve the variables of a value; without a value or a fallback it inherits."""
    missing = False

    def substitute(match: re.Match[str]) -> str:
        nonlocal missing
        value = variables.get(match[1], match[2])
        missing = missing or value is None
        return value or ""

    while not missing and "var(" in value:
        value = _VARIABLE.sub(substitute, value)
    return "inherit" if missing else _MIX.sub(_mix_colours, value)


def _mix_colours(match: re.Match[str]) -> str:
    """Compute a `color-mix` of two colours."""
    one, share, other = match[1], int(match[2]) / 100, match[3]
    pairs = [(int(one[i : i + 2], 16), int(other[i : i + 2], 16)) for i in (0, 2, 4)]
    return "#" + "".join(f"{round(share * a + (1 - share) * b):02X}" for a, b in pairs)
