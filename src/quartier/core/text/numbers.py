"""Numbers, percentages, money and dates in the conventions of a language, from Babel; all formatting is done here."""

from datetime import date
from functools import lru_cache

from quartier.core.text.languages import current, locale_of

MINUS = "−"


def figure(value: float, decimals: int = 0, lang: str | None = None) -> str:
    """Return a number with exactly `decimals` decimals: "−1,234.5" or "−1.234,5"."""
    from babel.numbers import format_decimal

    pattern = "#,##0" + ("." + "0" * decimals if decimals else "")
    return format_decimal(value, pattern, locale_of(lang or current())).replace("-", MINUS)


def percent(share: float, decimals: int = 0, lang: str | None = None) -> str:
    """Return a share of 1 as a percentage: 0.675 is "67.5%" or "67,5 %", with a no-break space."""
    from babel.numbers import format_percent

    locale = locale_of(lang or current())
    pattern = locale.percent_formats[None].pattern.replace(
        "#,##0", "#,##0" + ("." + "0" * decimals if decimals else "")
    )
    return format_percent(share, pattern, locale).replace("-", MINUS)


def dollars(amount: int, lang: str | None = None) -> str:
    """Return an amount of whole dollars: "$10" or "10 $", with a no-break space."""
    return _dollars(amount, lang or current())


@lru_cache(maxsize=4096)
def _dollars(amount: int, lang: str) -> str:
    """Return the same; cached, because a position has dozens of amounts, and Babel takes 0.2 ms for each."""
    from babel.numbers import format_currency

    locale = locale_of(lang)
    pattern = locale.currency_formats["standard"].pattern.replace("0.00", "0")
    return (
        format_currency(amount, "USD", pattern, locale, currency_digits=False)
        .replace("US$", "$")
        .replace("-", MINUS)
    )


def day(when: date, lang: str | None = None) -> str:
    """Return a day in words: "29 November 2026" or "29. November 2026"."""
    from babel.dates import format_date

    return format_date(when, "long", locale_of(lang or current()))
