"""Lessons: a newcomer is led through all chapters, by mouse, by touch or by keyboard."""

from __future__ import annotations

import random
import re
from collections.abc import Callable
from itertools import product
from typing import Any, NamedTuple

import pytest
from playwright.sync_api import Page, Route, expect

import quartier
from quartier.core.game.lessons import Lesson, lesson_of
from tests.daily import daily
from tests.web.any_title import by_keyboard, by_mouse, by_touch
from tests.web.axe import assert_nothing_for_axe
from tests.web.conftest import Opener
from tests.web.site import Site
from tests.web.table import FRIEND, ME, make_table, touch, wait_until

TAUGHT = [name for name in quartier.titles() if lesson_of(quartier.load(name))]
DONE = "steps => document.querySelectorAll('#course .done').length === steps"
STEP = "#lesson-card .primary"
LAID_OUT = """() => {
    const box = each => { const { x, y, width, height } = each.getBoundingClientRect(); return { x, y, width, height }; };
    const lights = [...document.querySelectorAll(".spotlight .edge, .spotlight .pulse")].map(box);
    const touched = [...document.querySelectorAll(".spotlight .pulse")].map(box)
        .map(({ x, y, width, height }) => document.elementFromPoint(x + width / 2, y + height / 2))
        .map((each) => Boolean(each?.closest(".can-touch, button")));
    const bottom = each => each?.getBoundingClientRect().bottom ?? 0;
    const hidden = bottom(document.querySelector(".between [data-grows]")) - bottom(document.querySelector(".between"));
    const card = box(document.querySelector("#lesson-card"));
    return { touched, card, lights, hidden, window: [innerWidth, innerHeight] };
}"""
TURNS = 6
"""More than any piece has."""
A_LITTLE = 150
"""px² of a light's margin that the card may cover."""


def lesson(title: str) -> Lesson:
    result = lesson_of(quartier.load(title))
    assert result
    return result


def _ends(title: str) -> bool:
    """Whether the game of the last chapter is over at its end."""
    last = lesson(title).chapters[-1]
    return last.position(len(last.steps)).over


def begin(page: Page, site: Site, title: str, lang: str = "en", progress: str = "") -> None:
    key = f"quartier.lesson.{title}"
    if progress:
        page.add_init_script(f"localStorage['{key}'] ??= '{progress}'")
    page.goto(f"{site.url}/learn/{title}?lang={lang}")
    expect(page.locator("#lesson-card")).to_be_visible()


def await_step(page: Page) -> None:
    """The card is there with the sentence of the step: what happened before it has been announced and shown."""
    expect(page.locator("#lesson-card")).to_be_visible()


def assert_laid_out(page: Page) -> None:
    """What is lit is whole in the window, and so is the card, which does not cover it; the panel is whole, too."""
    page.wait_for_timeout(150)  # card and light follow in the next frames
    layout = page.evaluate(LAID_OUT)
    assert layout["lights"], page.locator("#lesson-text").inner_text()
    assert layout["hidden"] <= 0, "the opponent's city is cut"
    for light in layout["lights"]:
        assert _overlap(light, layout["card"]) < A_LITTLE, (page.locator("#lesson-text").inner_text(), layout)
        assert light["x"] >= 0, layout
        assert light["y"] >= 0, layout
        assert light["x"] + light["width"] <= layout["window"][0], layout
        assert light["y"] + light["height"] <= layout["window"][1], layout
    assert all(layout["touched"]), f"what glows can't be touched: {page.locator('#lesson-text').inner_text()}"
    card, (width, height) = layout["card"], layout["window"]
    assert card["x"] >= 0, layout
    assert card["y"] >= 0, layout
    assert card["x"] + card["width"] <= width, layout
    assert card["y"] + card["height"] <= height, layout


def _overlap(one: dict[str, Any], other: dict[str, Any]) -> float:
    right = min(one["x"] + one["width"], other["x"] + other["width"]) - max(one["x"], other["x"])
    down = min(one["y"] + one["height"], other["y"] + other["height"]) - max(one["y"], other["y"])
    return float(max(0, right) * max(0, down))


def walk(
    page: Page,
    title: str,
    chapter: int,
    press: Callable[[], None],
    play: Callable[[Page, random.Random], bool],
) -> None:
    """Through a chapter and into the next; every step is laid out well, and every move is played for real."""
    rng = random.Random(5)
    for number, step in enumerate(lesson(title).chapters[chapter].steps):
        wait_until(page, DONE, number)
        await_step(page)
        assert_laid_out(page)
        if step.move is None:
            expect(page.locator(STEP)).to_be_focused()
            press()
        elif step.turns:
            turn_to_the_right_place(page, step.spotlight[0][0])
        else:
            play(page, rng)
        wait_until(page, DONE, number + 1)
    expect(page.locator(STEP)).to_be_focused()
    if chapter == len(lesson(title).chapters) - 1:
        expect(page.locator(STEP)).to_have_text(re.compile("Play now|Jetzt spielen"))
    else:
        press()
        wait_until(page, DONE, 0)


def turn_to_the_right_place(page: Page, piece: str) -> None:
    """The card names the button that plays the move only once the piece lies as the step wants it."""
    touch(page, piece).click(force=True)
    text = page.locator("#lesson-text")
    sentence = text.inner_text()
    for _ in range(TURNS):
        if not re.search("Now press|drück", sentence):
            page.locator("#turn").click()
        sentence = text.inner_text()
    page.locator("#confirm").click()


class Way(NamedTuple):
    """How somebody goes through a lesson."""

    press: Callable[[Page], None]
    """The card's button."""
    play: Callable[[Page, random.Random], bool]
    look: dict[str, Any]


WAYS = {
    "mouse": Way(
        lambda page: page.locator(STEP).click(), by_mouse, {"viewport": {"width": 1280, "height": 720}}
    ),
    "touch": Way(lambda page: page.locator(STEP).tap(), by_touch, {"phone": True}),
    "small": Way(
        lambda page: page.locator(STEP).tap(),
        by_touch,
        {"phone": True, "viewport": {"width": 360, "height": 640}},
    ),
    "keyboard": Way(lambda page: page.keyboard.press("Enter"), by_keyboard, {}),
}
DAILY = [
    ("city_blocks", 1, "keyboard", "en"),
    ("neue_heimat", 0, "mouse", "en"),
    ("gridlock", 0, "touch", "de"),
]
"""Some chapters, each in a way and a language; `make soak` walks through all chapters in all ways and languages."""
CHAPTERS = [(title, number) for title in TAUGHT for number in range(len(lesson(title).chapters))]


@pytest.mark.parametrize(
    ("title", "chapter", "way", "lang"),
    daily([(*one, *other) for one, other in product(CHAPTERS, product(WAYS, ("en", "de")))], DAILY),
)
def test_a_chapter_is_walked_through(
    site: Site, open_page: Opener, title: str, chapter: int, way: str, lang: str
) -> None:
    press, play, look = WAYS[way]
    page = open_page(**look)
    done = [len(earlier.steps) for earlier in lesson(title).chapters[:chapter]]
    begin(page, site, title, lang, progress=str([*done, 0]))
    walk(page, title, chapter, lambda: press(page), play)


def test_a_lesson_ends_at_a_table(site: Site, open_page: Opener) -> None:
    page = open_page()
    begin(page, site, "city_blocks")
    page.locator("#lesson-skip").press("Enter")
    expect(page.locator("#lesson-card .primary")).to_have_text("Play now")
    expect(page.locator("#lesson-card .primary")).to_be_focused()
    assert_nothing_for_axe(page, "the end")
    page.keyboard.press("Enter")
    page.wait_for_url("**/table/*")
    expect(page.locator(".chip.acting")).to_have_count(1)


def test_the_game_after_a_lesson_has_the_learner_at_the_same_seat(site: Site, open_page: Opener) -> None:
    """So the colour stays."""
    page = open_page()
    page.add_init_script("localStorage['quartier.name'] = 'Käthe'")
    begin(page, site, "metromania")
    expect(page.locator(".seat-name").first).to_have_text("Käthe")
    page.locator("#lesson-skip").click()
    page.get_by_role("button", name="Play now").click()
    page.wait_for_url("**/table/*")
    expect(page.locator(".seat-name").first).to_have_text("Käthe")


def test_what_glows_works_at_once_and_nothing_else(site: Site, open_page: Opener) -> None:
    page = open_page()
    begin(page, site, "city_blocks", progress="[1]")
    sentence = page.locator("#lesson-text").inner_text()
    page.locator('[data-touch="hand-H2"]').click(force=True)
    expect(page.locator("#notice")).to_contain_text(sentence)
    expect(page.locator(".can-touch")).to_have_attribute("data-touch", "hand-S4")
    page.locator('[data-touch="hand-S4"]').click()
    expect(page.locator("#lesson-text")).to_have_text(sentence)  # the block isn't chosen for the learner
    page.locator('[data-touch="block-b3"]').click()
    expect(page.locator("#lesson-text")).to_have_text("Now press “Build”.")


def test_a_focus_that_the_lesson_sets_opens_no_tooltip(site: Site, open_page: Opener) -> None:
    page = open_page(phone=True)
    begin(page, site, "city_blocks", progress="[1]")
    expect(page.locator('[data-touch="hand-S4"]')).to_be_focused()
    expect(page.locator(".bubble")).to_have_count(0)


def test_the_opponents_move_between_two_steps_is_reported(site: Site, open_page: Opener) -> None:
    page = open_page()
    begin(page, site, "city_blocks", progress="[1]")
    by_mouse(page, random.Random(1))
    expect(page.locator("#notice")).to_contain_text("builds factory 5")
    expect(page.locator("#lesson-card")).to_be_visible()
    expect(page.locator("#notice")).to_be_hidden()  # and is no heading of the next step


def test_a_lesson_calls_the_player_by_name(site: Site, open_page: Opener) -> None:
    page = open_page()
    page.add_init_script("localStorage['quartier.name'] = 'Käthe'")
    begin(page, site, "city_blocks", progress="[2]")
    expect(page.locator(".seat-name").first).to_have_text("Käthe")


def test_a_lesson_goes_on_where_it_was_left(site: Site, open_page: Opener) -> None:
    page = open_page()
    begin(page, site, "city_blocks")
    page.locator(STEP).click()
    wait_until(page, DONE, 1)
    await_step(page)
    by_mouse(page, random.Random(1))
    wait_until(page, DONE, 2)
    page.reload()
    wait_until(page, DONE, 2)
    page.locator("#lesson-skip").click()
    expect(page.locator(STEP)).to_have_text("Play now")
    page.locator("#lesson-card button", has_text="Continue").click()
    wait_until(page, DONE, 2)
    expect(page.locator(STEP)).to_have_count(0)


def test_chapters_are_chosen_and_stay_checked(site: Site, open_page: Opener) -> None:
    page = open_page()
    begin(page, site, "city_blocks", progress="[9,2]")
    expect(page.locator("#course-heading")).to_have_text("Chapter 2 of 3")
    expect(page.locator("#chapters .done")).to_have_count(1)
    page.locator("#chapters button").first.click()
    expect(page.locator("#course-heading")).to_have_text("Chapter 1 of 3")
    wait_until(page, DONE, 0)
    expect(page.locator("#chapters .done")).to_have_count(1)
    page.locator("#lesson-skip").click()
    page.locator("#lesson-chapters button").nth(1).click()
    wait_until(page, DONE, 2)


def test_a_lesson_is_offered_at_the_door_by_the_rules_and_by_an_invitation(
    site: Site, open_page: Opener
) -> None:
    page = open_page()
    page.goto(f"{site.url}/?lang=en")
    page.get_by_role("link", name="Tutorial: City Blocks").click()
    expect(page.locator("#lesson-card")).to_be_visible()
    page.goto(f"{site.url}/rules/city_blocks?lang=en")
    page.get_by_role("link", name="Tutorial", exact=True).click()
    expect(page.locator("#lesson-card")).to_be_visible()
    table = make_table(page, site, ME, FRIEND, go=False)
    friend = open_page(lang="en-US")
    friend.goto(table["seats"][1]["invite_url"])
    expect(friend.locator("#join").get_by_role("link", name="Tutorial", exact=True)).to_be_visible()


def test_a_title_without_a_lesson_offers_none(site: Site, open_page: Opener) -> None:
    page = open_page()
    assert "connect_four" not in TAUGHT
    answer = page.goto(f"{site.url}/learn/connect_four")
    assert answer is not None
    assert answer.status == 404
    page.goto(f"{site.url}/rules/connect_four?lang=en")
    expect(page.get_by_role("link", name="Tutorial", exact=True)).to_have_count(0)


def test_a_staged_move_is_confirmed_by_the_button_that_the_card_names(site: Site, open_page: Opener) -> None:
    page = open_page(phone=True)
    begin(page, site, "metromania", progress="[1]")
    pulse = page.locator(".spotlight .pulse")
    expect(pulse).to_have_count(2)  # the arrow's two rings: the line, where one could begin too, has none
    page.locator('[data-touch="frame-5.3"]').tap(force=True)
    expect(page.locator("#lesson-text")).to_contain_text("Now press")


def test_on_a_phone_the_card_leaves_the_heading_of_its_step_free(site: Site, open_page: Opener) -> None:
    page = open_page(phone=True)
    begin(page, site, "gridlock", "de", progress="[3]")
    assert_laid_out(page)
    heading, card = (page.locator(one).bounding_box() for one in (".between", "#lesson-card"))
    assert heading
    assert card
    assert card["y"] >= heading["y"] + heading["height"]


def test_on_a_phone_all_goals_are_in_sight_while_one_is_in_reach(site: Site, open_page: Opener) -> None:
    """The mark of a goal in reach must not make its row look as if it were cut."""
    page = open_page(phone=True)
    begin(page, site, "gridlock", "de", progress="[2]")
    expect(page.locator("#aside-part [data-about^=goal-]")).to_have_count(5)
    expect(page.locator('#aside-part [aria-label="Aquarium, erreichbar"]')).to_have_count(1)
    cut = page.evaluate("""() => {
        const end = document.querySelector("#more").getBoundingClientRect().bottom;
        return [...document.querySelectorAll("#aside-part [data-about^=goal-]")]
            .filter((card) => card.getBoundingClientRect().bottom > end + 1).map(({ ariaLabel }) => ariaLabel);
    }""")
    assert cut == []


def test_a_step_that_is_on_its_way_does_not_replace_the_pause(site: Site, open_page: Opener) -> None:
    page = open_page()
    begin(page, site, "city_blocks")
    requests: list[Route] = []
    page.route(re.compile(r"/api/lessons/city_blocks/0/\d+"), lambda route: requests.append(route))
    page.locator(STEP).click()
    wait_until(page, DONE, 1)
    page.locator("#lesson-skip").click()
    expect(page.locator(STEP)).to_have_text("Play now")
    for _ in range(100):
        if not requests:
            page.wait_for_timeout(50)
    with page.expect_response(re.compile("/api/lessons/")):
        requests[0].continue_()
    page.wait_for_timeout(100)
    expect(page.locator(STEP)).to_have_text("Play now")


@pytest.mark.parametrize("progress", daily(["[7,3]", "[7,7,3]"], ["[7,7,3]"]))
def test_the_button_that_ends_a_turn_has_the_focus(site: Site, open_page: Opener, progress: str) -> None:
    page = open_page()
    begin(page, site, "gridlock", progress=progress)
    expect(page.locator("#choice-buttons button")).to_be_focused()


ENDING = [title for title in TAUGHT if _ends(title)]
OVERLAPS = """() => {
    const parts = "#verdict, #ending, #lesson-card, .bar, .seats-strip, .finale, .between, .dock";
    const shown = [...document.querySelectorAll(parts)]
        .filter(each => each.checkVisibility() && each.textContent.trim());
    const boxes = shown.map(each => [each.id || each.className, each.getBoundingClientRect()]);
    const over = (one, other) => Math.min(one.right, other.right) - Math.max(one.left, other.left) > 1
        && Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top) > 1;
    const card = boxes.find(([name]) => name === "lesson-card")[1];
    return boxes.filter(([name, box]) => name !== "lesson-card" && over(card, box)).map(([name]) => name);
}"""


@pytest.mark.parametrize(
    ("title", "phone"),
    daily(product(ENDING, (False, True)), [("block_city", False), ("metromania", True)]),
)
def test_the_end_of_a_lesson_game_shows_its_result_uncovered(
    site: Site, open_page: Opener, title: str, phone: bool
) -> None:
    page = open_page(phone=phone) if phone else open_page(viewport={"width": 1280, "height": 720})
    chapters = lesson(title).chapters
    begin(
        page,
        site,
        title,
        "de",
        str([*(len(chapter.steps) for chapter in chapters[:-1]), len(chapters[-1].steps) - 1]),
    )
    if chapters[-1].steps[-1].move is None:
        page.locator(STEP).click()
    else:
        (by_touch if phone else by_mouse)(page, random.Random(1))
    expect(page.locator(STEP)).to_have_text("Jetzt spielen")
    expect(page.locator("#verdict")).to_be_visible()
    expect(page.locator(".dock")).to_be_hidden()
    wait_until(
        page,
        f"() => ({OVERLAPS})().filter(each => !(each === 'finale' && {str(phone).lower()})).length === 0",
    )


def test_the_overview_says_which_chapters_are_done_and_where_one_continues(
    site: Site, open_page: Opener
) -> None:
    page = open_page()
    page.add_init_script("localStorage['quartier.lesson.city_blocks'] = '[9, 2]'")
    page.goto(f"{site.url}/learn?lang=en")
    chapters = page.locator("[data-chapters=city_blocks] li")
    expect(chapters).to_have_text(
        [re.compile(r"min ✓ done$"), re.compile(r"\d min$"), re.compile(r"\d min$")]
    )
    tutorial = page.get_by_role("link", name="Tutorial: City Blocks")
    expect(tutorial).to_have_text("Continue")
    expect(page.get_by_role("link", name="Tutorial: Metromania")).to_have_text("Tutorial")
