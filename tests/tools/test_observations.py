"""The page of observations says what the titles say."""

from tools import observations


def test_the_page_of_observations_is_that_of_the_titles() -> None:
    assert observations.PAGE.read_text(encoding="utf-8") == observations.page()
