"""Records as text: headers, comments, and what is said of a broken one, in German too."""

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import quartier
from quartier import BadRecord
from quartier.conformance.games import load_compiled
from quartier.core.text import notation
from tests.games.city_blocks.recorded import fixture, names, text_of
from tests.games.recordings import Recordings

HEADERS = '[Game "city_blocks"]\n[Players "2"]\n\n'


def refusal_of(text: str) -> BadRecord:
    """The refusal of a record."""
    with pytest.raises(BadRecord) as caught:
        quartier.replay(text)
    assert str(caught.value.line) in caught.value.text("en")
    assert caught.value.text("de").startswith(f"Zeile {caught.value.line}: ")
    assert caught.value.text("de") != caught.value.text("en")
    return caught.value


# ----- what is read -----


def test_a_game_reads_no_record_of_another_title() -> None:
    with pytest.raises(BadRecord, match="Line 1: This is a record of “gridlock”, not of City Blocks"):
        load_compiled("city_blocks").replay('[Game "gridlock"]\n[Players "2"]\n')
    assert not load_compiled("city_blocks").replay('[Players "2"]\n').events


def test_comments_and_blank_lines_are_skipped() -> None:
    text = f"# a game\n\n{HEADERS}# setup\n\n* bonus 3 # the first\n   *   bonus   4   \n\t* bonus 5\n#end"
    state = quartier.replay(text)
    assert [event.move for event in state.events] == ["bonus 3", "bonus 4", "bonus 5"]


def test_a_header_may_hold_quotes_backslashes_and_number_signs() -> None:
    text = '[Game "city_blocks"] # which game\n[Event "\\"A\\" \\\\ #1 [x]"]\n'
    state = quartier.replay(text)
    assert state.headers == {"Event": '"A" \\ #1 [x]'}
    assert notation.parse(state.record()).headers["Event"] == '"A" \\ #1 [x]'


@pytest.mark.parametrize("value", ["", "\\", '"', '\\"', '"]', "# no comment", "ü → „x“", "a  b", "<script>"])
def test_any_header_value_round_trips(value: str) -> None:
    state = quartier.load("city_blocks").new(chance="manual")
    state.headers["Note"] = value
    again = quartier.replay(state.record())
    assert again.headers["Note"] == " ".join(value.split())
    assert again.record() == state.record()


@pytest.mark.parametrize("line_end", ["\n", "\r\n", "\r"])
def test_line_ends_and_byte_order_marks_of_other_systems(line_end: str) -> None:
    text = "\ufeff" + text_of("draw").replace("\n", line_end)
    assert quartier.replay(text).record() == text_of("draw")


@pytest.mark.parametrize("breaker", ["\n0 H1@a1", "\r[X", "\x0b* bonus 1", "\x85", "\u2028[Y"])
def test_a_header_value_cannot_break_its_line(breaker: str) -> None:
    state = quartier.load("city_blocks").new(chance="manual")
    state.headers["Seat0"] = f"Ada{breaker}"
    again = quartier.replay(state.record())
    assert again.events == []
    assert set(again.headers) == {"Seat0"}


def _paste_events(lines: list[str], draw: st.DrawFn) -> list[str]:
    """Events as programs that people copy from change them."""
    space, end = draw(st.sampled_from(SPACES)), draw(st.sampled_from(["", *SPACES, *INVISIBLE]))
    dash = draw(st.sampled_from("-‐‑–—−"))
    start = draw(st.sampled_from(["", *INVISIBLE, *SPACES]))
    return [start + line.replace(" ", space).replace("-", dash) + end for line in lines]


def _paste_headers(lines: list[str], draw: st.DrawFn) -> list[str]:
    """Headers so; typographic quotes stand around a value that has no quotes itself."""
    space, (opened, closed) = (
        draw(st.sampled_from(SPACES)),
        draw(st.sampled_from(['""', "“”", "„“", "«»", "””"])),
    )
    invisible = draw(st.sampled_from(["", *INVISIBLE]))
    return [
        re.sub(r'^\[(\w+) "(.*)"\]$', rf"[\1{space}{opened}{invisible}\2{closed}]", line) for line in lines
    ]


@st.composite
def paste(draw: st.DrawFn, record: str) -> str:
    """A record as it arrives from a mail, a chat or a word processor."""
    headers, events = record.strip().split("\n\n")
    lines = [*_paste_headers(headers.splitlines(), draw), "", *_paste_events(events.splitlines(), draw)]
    if draw(st.booleans()):
        fence = draw(st.sampled_from(["```", "~~~", "````"]))
        lines = [fence + draw(st.sampled_from(["", "text"])), *lines, fence]
    prefix = draw(st.sampled_from(["", "> ", ">", "> > ", ">> ", "  > "]))
    return draw(st.sampled_from(["", "\ufeff"])) + "\n".join(prefix + line for line in lines)


SPACES = (" ", "\t", "\u00a0", "\u202f", "\u3000", "\u2009 ")
INVISIBLE = ("\u200b", "\u200e", "\u2060", "\ufeff", "\u00ad", "\ufe0f")
OURS = ("block_city", "city_blocks", "gridlock", "metromania", "neue_heimat")


@pytest.mark.parametrize("title", OURS)
@given(data=st.data())
@settings(max_examples=15, deadline=None)
def test_pasted_records_give_the_same_game(title: str, data: st.DataObject) -> None:
    recordings = Recordings(title)
    original = load_compiled(title).replay(recordings.text_of(recordings.names()[0]))
    again = quartier.replay(data.draw(paste(original.record())))
    assert again == original
    assert again.events == original.events


@pytest.mark.parametrize("value", ["👨\u200d👩\u200d👧", "a\u00a0b", "\u200fעדה", "3–2", "“x”"])
def test_descriptive_headers_keep_their_characters(value: str) -> None:
    text = f'> [Game\u00a0"city_blocks"]\n> [Seat0 "{value}"]\n'
    assert quartier.replay(text).headers["Seat0"] == value


@pytest.mark.parametrize(
    ("line", "name"),
    [
        ("* bonus → 3", "RIGHTWARDS ARROW (U+2192) as character 9"),
        ("∗ bonus 3", "ASTERISK OPERATOR (U+2217) as character 1"),
        ("* b\u043enus 3", "CYRILLIC SMALL LETTER O (U+043E) as character 4"),
        ("* bonus\x00 3", "CONTROL CHARACTER (U+0000) as character 8"),
        ("[Seat0 ‹Zoë›]", "SINGLE LEFT-POINTING ANGLE QUOTATION MARK (U+2039) as character 8"),
    ],
)
def test_a_refusal_names_the_character_that_does_not_belong_there(line: str, name: str) -> None:
    assert name in refusal_of(f'[Game "city_blocks"]\n{line}\n').text("en")


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16"])
def test_files_are_decoded_as_windows_writes_them(encoding: str) -> None:
    assert notation.decode("[Seat0 “Zoë”]\r\n".encode(encoding)) == "[Seat0 “Zoë”]\r\n"


def test_unknown_headers_are_kept_and_usual_ones_come_first() -> None:
    text = '[Zoo "z"]\n[Game "city_blocks"]\n[Date "2026-11-21"]\n[Alpha "a"]\n'
    lines = quartier.replay(text).record().splitlines()
    assert lines[:5] == [
        '[Game "city_blocks"]',
        '[Players "2"]',
        '[Date "2026-11-21"]',
        '[Alpha "a"]',
        '[Zoo "z"]',
    ]


def test_the_number_of_players_may_be_left_out() -> None:
    assert quartier.replay('[Game "city_blocks"]\n').seats == 2


# ----- what is refused -----


@pytest.mark.parametrize(
    ("text", "line", "message"),
    [
        ("", 1, "Game"),
        ("* bonus 1\n", 1, "Game"),
        ('\n\n[Game "citty_blocks"]\n', 3, "city_blocks"),
        ('[Game "?"]\n', 1, "city_blocks"),
        ('[Game "city_blocks"]\n[Game "city_blocks"]\n', 2, "Game"),
        ("[Game city_blocks]\n", 1, "[Game city_blocks]"),
        ('[Game "city_blocks]\n', 1, '[Game "city_blocks]'),
        ('[Game "city_blocks"] garbage\n', 1, "garbage"),
        ('[Game "city_blocks"]\n[Players "3"]\n', 2, "3"),
        ('[Game "city_blocks"]\n[Players "two"]\n', 2, "two"),
        ('[Game "city_blocks"]\n[Players "²"]\n', 2, "²"),
        ('[Game "city_blocks"]\n[Players "-2"]\n', 2, "-2"),
        ('[Game "city_blocks"]\n\n[Options "towers=9"]\n', 3, "towers"),
        ('[Game "city_blocks"]\n[Board "moon"]\n', 2, "moon"),
        (HEADERS + "bonus 1\n", 4, "bonus 1"),
        (HEADERS + "*\n", 4, "*"),
        (HEADERS + "* bonus 1\n* bonus 1\n", 5, ""),
        (HEADERS + "* bonus 16\n", 4, "bonus 16"),
        (HEADERS + "* bonus ?\n", 4, "bonus ?"),
        (HEADERS + "0 H1@a1\n", 4, ""),
        (HEADERS + "7 H1@a1\n", 4, "7"),
        (HEADERS + "-1 H1@a1\n", 4, "-1"),
        (HEADERS + "٠ H1@a1\n", 4, "٠"),
        (HEADERS + "9" * 5000 + " H1@a1\n", 4, "9"),
        (HEADERS + "* bonus 1\n[Date \"today\"]\n", 5, "Date"),
        ('[Game "city_blocks"]\n[Result "1 2"]\n* bonus 1\n', 2, ""),
        ("\x00\x01\x02", 1, ""),
    ],
)  # fmt: skip
def test_a_broken_record_is_reported_where_and_why(text: str, line: int, message: str) -> None:
    error = refusal_of(text)
    assert error.line == line
    assert message in error.text("de")
    assert len(error.text("de")) < 400


def test_a_wrong_result_names_both() -> None:
    text = text_of("draw").replace('"14 14"', '"14 15"')
    error = refusal_of(text)
    assert error.line == 3
    assert "14 15" in error.text("de")
    assert "14 14" in error.text("de")


def test_a_game_after_its_end_is_refused() -> None:
    text = text_of("draw")
    error = refusal_of(text + "0 stay\n")
    assert error.line == len(text.splitlines()) + 1
    assert "bebaut" in error.text("de")


def test_a_broken_off_game_may_state_its_scores() -> None:
    state = fixture("red_wins").at(80)
    state.headers["Termination"] = "resigned"
    again = quartier.replay(state.record())
    assert again == state
    assert f'[Result "{state.result()}"]' in again.record()


def refused_line(text: str) -> int | None:
    """The line for which a record is refused, or None if it is read."""
    try:
        quartier.replay(text)
    except BadRecord as error:
        return error.line
    return None


@pytest.mark.parametrize("name", names())
def test_any_beginning_of_a_record_is_read_or_refused_where_it_is_cut(name: str) -> None:
    load_compiled("city_blocks")
    text = text_of(name)
    for cut in range(text.index("*"), len(text) - 1, 17):
        lines = text[:cut].count("\n") + 1
        assert refused_line(text[:cut]) in (None, lines, 3), "cut in an event, or a result without its end"


def test_a_record_with_hidden_draws_is_refused_where_the_first_one_is() -> None:
    text = fixture("draw").record(0)
    error = refusal_of(text)
    assert text.splitlines()[error.line - 1] == "* draw ?"
