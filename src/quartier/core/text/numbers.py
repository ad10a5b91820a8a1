"""Numbers as a language writes them."""

from quartier.core.text.languages import current


def figure(value: float, decimals: int = 0) -> str:
    """A number as the current language writes it: −1,234.5 or −1.234,5."""
    english = f"{value:,.{decimals}f}".replace("-", "−")
    return english.translate(str.maketrans(",.", ".,")) if current() == "de" else english
