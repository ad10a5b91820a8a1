"""Records as text: headers, comments, and what is said of a broken one, in German too."""

import pytest

import quartier
from quartier import BadRecord
from quartier.conformance.games import load_compiled
from quartier.core.text import notation
from tests.games.city_blocks.recorded import fixture, names, text_of

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
