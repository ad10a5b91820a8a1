"""Sounds at the table, without listening: what would be made is written down by a recorder in place of the browser's."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from tests.web.conftest import Opener
from tests.web.site import Site
from tests.web.table import HERE, ME, go_to, make_table, touch, wait_until

RECORDER = """
window.heard = [];
const node = () => ({ connect() {}, start() {}, stop() {} });
const knob = (write = () => {}) => ({ value: 0, setValueAtTime: write, exponentialRampToValueAtTime() {} });
window.AudioContext = class {
  currentTime = 0; state = 'running'; sampleRate = 100; destination = node();
  createOscillator() { return { ...node(), frequency: knob((hertz) => window.heard.push(hertz)) }; }
  createBufferSource() { return node(); }
  createBiquadFilter() { return { ...node(), frequency: knob(), Q: knob() }; }
  createGain() { return { ...node(), gain: knob() }; }
  createBuffer(_, length) { return { getChannelData: () => new Float32Array(length) }; }
};
window.felt = [];
navigator.vibrate = (pulse) => window.felt.push(pulse);
"""
NO, BUILD, TILE = 196, 245, 190
"""Hz: what only a refusal has, only a building, and every piece of wood."""


def _played_sounds(page: Page) -> list[float]:
    """What has been heard since the last time."""
    result: list[float] = page.evaluate("heard.splice(0)")
    return result


def _choose(page: Page, loudness: str) -> None:
    page.locator("#settings-button").click()
    page.locator(f"#settings label:has([name=sound][value={loudness}])").click()
    page.keyboard.press("Escape")


def test_a_refusal_and_a_building_play_a_sound_and_off_is_silent(site: Site, open_page: Opener) -> None:
    page = open_page(lang="en-GB")
    table = make_table(page, site, ME, HERE, go=False)
    page.context.add_init_script(RECORDER)
    go_to(page, site, table)
    assert _played_sounds(page) == []
    page.locator("#cover button").click()
    touch(page, "block-a1").click(force=True)  # nothing is in the hand's place yet
    wait_until(page, f"heard.includes({NO})")
    assert page.evaluate("felt") == [[45]]
    _played_sounds(page)
    page.locator("#hand-part [data-touch]").first.click()
    touch(page, "block-a1").click()
    page.locator("#confirm").click()
    wait_until(page, f"heard.includes({BUILD})")
    assert NO not in _played_sounds(page)
    _choose(page, "on")
    wait_until(page, f"heard.includes({TILE})")  # how loud that is
    _choose(page, "off")
    _played_sounds(page)
    page.locator("#cover button").click()
    touch(page, "block-a1").click(force=True)
    expect(page.locator("#notice")).to_be_visible()
    assert _played_sounds(page) == []
