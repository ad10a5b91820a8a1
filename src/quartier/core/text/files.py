"""Reading text files that people write."""

import codecs
from pathlib import Path


def read_text(file: Path) -> str:
    """Read a file in UTF-8, with or without a byte-order mark, or in UTF-16 with one, as Windows tools write it.

    Args:
        file: The file.

    Returns:
        Its text, without the mark.

    Raises:
        OSError: The file can't be read.
        UnicodeDecodeError: It's in another encoding.
    """
    content = file.read_bytes()
    has_utf16_mark = content.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE))
    return content.decode("utf-16" if has_utf16_mark else "utf-8-sig")
