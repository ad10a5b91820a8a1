"""Confusable names: names that a reader could mistake for one another have the same `skeleton` (after Unicode's UTS #39)."""

from __future__ import annotations

import unicodedata

_HIDDEN = {"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"}
# Invisible characters of other categories.
_BLANK = set("\u034f\u115f\u1160\u17b4\u17b5\u180b\u180c\u180d\u2800\u3164\uffa0")
_TWINS = {
    "a": "аαɑ4@ᎪᏎᗅꓮ𐊠𑣏𖽀ᴀ",
    "b": "ьвβб8ȣ৪੪ᏏᏴᑲᖯᗷꓐ𐊂𐊡𐌁𐌚ʙ",
    "c": "сϲᏟᴄⲥꓚ𐊢𐌂𐐽𐔜𑣩𑣲",
    "d": "ԁđᎠᏧᑯᗞᗪꓒꓓᴅð",
    "e": "еєεə3ҽᎬⴹꓰꬲ𐊆𑣆𑣊𑣎𖼻ᴇ",
    "f": "ƒքᖴẝꓝꞙꬵ𐊇𐊥𐔥𑣂",
    "g": "ɡցƍԍᏀᏳᶃꓖɢ",
    "h": "һհнħᎻᏂᕼꓧ𐋏ʜ",
    "i": "іιıɩӏl1|!ǀɪ۱ᎥᏞᒪᛁⵏꓡꓲꙇ𐊊𐌉𐌠𐑃𐔦𑣃𑣒𖼖𖼨ʟłƚ",
    "j": "јϳᎫᒍꓙᴊ",
    "k": "кκᏦᛕꓗ𐔘ᴋ",
    "m": "мᎷᗰᛖꓟ𐊰𐌑ᴍ",
    "n": "ηոпռꓠ𐔓ɴŋ",
    "o": "оοσօ0ø۵०০੦૦ଠ୦௦౦೦ഠ൦๐໐ဝ၀ჿዐᴏᴑⲟⵔ〇ꓳꬽ𐊒𐊫𐐬𐓪𐔖𑓐𑣈𑣕𑣗𑣠",
    "p": "рρᏢᑭⲣꓑ𐊕ᴘ",
    "q": "ԛգզⵕ",
    "r": "гɾᎡᎱᏒᖇᴦⲅꓣꭇꭈ𐓜𖼵ʀ",
    "s": "ѕ5$ƽտᏕᏚꓢꜱ𐊖𐑈𑣁𑣛𖼺",
    "t": "тτŧ7Ꭲꓔ𐊗𐊱𐌕𐓺𑣜𖼊ᴛ",
    "u": "υսμʋሀᑌᴜꓴꞟꭎꭒ𐓶𑣘𖽂",
    "v": "νѵ۷Ꮩᐯᴠⴸꓦꛟ𐔝𑜆𑣀𖼈",
    "w": "ԝωѡɯաᎳᏔᴡꓪ𑜊𑜎𑜏𑣦𑣯",
    "x": "хχᕁᕽᚷⵝꓫ𐊐𐊴𐌗𐌢𐔧𑣬",
    "y": "уγүɣʏყᎩᎽᶌỿꓬꭚ𐊲𑣄𖽃",
    "z": "ʐ2Ꮓᒿᴢꓜꙅꛯ𐋵𑣉𑣥",
}
"""By letter its look-alikes in lower case (Unicode's confusables.txt): letters of other scripts, numbers and symbols."""
_CAPITAL_TWINS = {
    "b": "ƄȢꞴ",
    "e": "ƷȜЗӠⳌꝪꞫ",
    "f": "ϜꞘ",
    "h": "ΗⲎ",
    "i": "ⲒⳐ",
    "j": "Ʝ",
    "k": "Ⲕ",
    "m": "ΜϺⲘ",
    "n": "ΝⲚ",
    "o": "Ⲟ",
    "p": "Ⲣ",
    "r": "Ʀ",
    "s": "Ƽ",
    "t": "Ⲧ",
    "v": "Ѵ",
    "x": "ⲬꞳ",
    "y": "ΥⲨ",
    "z": "ƧΖϨꝚ",
}
"""Capital letters that look like another letter than in lower case: "Η" like "H", but "η" like "n"."""
_AS = str.maketrans({twin: letter for letter, twins in _TWINS.items() for twin in twins})
_CAPITALS_AS = str.maketrans({twin: letter for letter, twins in _CAPITAL_TWINS.items() for twin in twins})


def shows_nothing(sign: str) -> bool:
    """Return whether a character is invisible, but no space."""
    return sign in _BLANK or unicodedata.category(sign) in _HIDDEN


MAX_MARKS = 2
"""Maximum number of accents on one letter; more of them overlap the lines above and below."""


def visible(text: str) -> str:
    """Return the visible content of a text."""
    result, marks = "", 0
    for sign in text:
        marks = marks + 1 if unicodedata.category(sign) in ("Mn", "Me") else 0
        if marks <= MAX_MARKS and not shows_nothing(sign):
            result += sign
    return result


def skeleton(text: str) -> str:
    """Return letters and digits by appearance: "Аdа", "A.D.A." and "Àdä" are all "ada". Other text is unchanged."""
    text = unicodedata.normalize("NFKC", text)
    if text.isupper() or any("a" <= sign <= "z" for sign in text.lower()):
        # Among Latin letters the look of a capital counts; a name in one other script is the same in lower case.
        text = text.translate(_CAPITALS_AS)
    plain = unicodedata.normalize("NFKD", text.casefold())
    bare = "".join(sign for sign in plain.translate(_AS) if sign.isalnum())
    return bare.replace("rn", "m").replace("vv", "w") or plain
