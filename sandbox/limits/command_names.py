"""Checks the names of commands and options in all languages."""

import unicodedata
from typing import Any

from sandbox.limits.checked_object import CheckedObject

LOCALES = frozenset(
    {
        *("id", "da", "de", "en-GB", "en-US", "es-ES", "es-419", "fr", "hr", "it", "lt", "hu", "nl", "no"),
        *("pl", "pt-BR", "ro", "fi", "sv-SE", "vi", "tr", "cs", "el", "bg", "ru", "uk", "hi", "th", "zh-CN"),
        *("ja", "zh-TW", "ko"),
    }
)


def check_name(command: CheckedObject) -> None:
    """Checks a name: lower case, with only letters, digits, marks on letters, and - _ '."""
    if _is_wrong(command.get("name")):
        command.wrong("APPLICATION_COMMAND_INVALID_NAME", "Command name is invalid", "name")
    localized = command.get("name_localizations")
    for locale, name in localized.items() if isinstance(localized, dict) else ():
        if _is_wrong(name):
            text = "Command name is invalid"
            command.wrong("APPLICATION_COMMAND_INVALID_NAME", text, "name_localizations", locale)


def check_localizations(command: CheckedObject) -> None:
    for key, most in (("name_localizations", 32), ("description_localizations", 100)):
        texts = command.inner(key)
        for locale in texts.body if texts is not None else ():
            if texts is not None:
                texts.text(locale, most, least=1)
            if locale not in LOCALES:
                command.wrong("BASE_TYPE_CHOICES", f"{locale} is not a locale.", key, locale)


def _is_wrong(name: Any) -> bool:
    """Whether a name has wrong characters. Other checks cover its type and length."""
    if not isinstance(name, str) or not 1 <= len(name) <= 32:
        return False
    return name != name.lower() or not all(_may_be_in_name(sign) for sign in name)


def _may_be_in_name(sign: str) -> bool:
    return sign in "-_'" or unicodedata.category(sign)[0] in "LNM"
