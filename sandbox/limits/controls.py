"""Checks buttons and select menus, in messages and in forms."""

from collections.abc import Container

from sandbox.limits.checked_object import CheckedObject
from sandbox.wire import ButtonStyle, Component
from sandbox.world.snowflake import as_id

STYLES = (1, 2, 3, 4, 5, 6)
LINK, PREMIUM = ButtonStyle.LINK.value, ButtonStyle.PREMIUM.value
SCHEMES = ("http", "https", "discord")


def check_button(button: CheckedObject, emoji: Container[int]) -> None:
    """`emoji` are the ids of those that the bot may use."""
    button.text("label", 80)
    check_emoji(button, emoji)
    if not button.one_of("style", STYLES):
        return
    get = button.body.get
    style = get("style")
    if style == PREMIUM:
        if not get("sku_id"):
            button.wrong("BUTTON_COMPONENT_SKU_ID_REQUIRED", "A sku id is required", "sku_id")
        return
    if get("custom_id") and get("url"):
        message = "A custom id and url cannot both be specified"
        button.wrong("BUTTON_COMPONENT_CUSTOM_ID_URL_MUTUALLY_EXCLUSIVE", message)
    if not get("label") and not get("emoji"):
        button.wrong("BUTTON_COMPONENT_INVALID_LABEL", "A label or emoji is required")
    if style == LINK:
        _check_link(button)
    elif get("custom_id") is None:
        button.wrong("BUTTON_COMPONENT_CUSTOM_ID_REQUIRED", "A custom id is required", "custom_id")
    else:
        button.text("custom_id", 100, least=1)


def check_select(select: CheckedObject, emoji: Container[int]) -> None:
    select.text("custom_id", 100, least=1)
    select.text("placeholder", 150)
    select.whole("min_values", 0, 25)
    select.whole("max_values", 1, 25)
    least, most = select.get("min_values"), select.get("max_values")
    if isinstance(least, int) and least > (most if isinstance(most, int) else 1):
        message = "Min values must be less than or equal to max values"
        select.wrong("SELECT_COMPONENT_MIN_VALUES_GREATER_THAN_MAX_VALUES", message, "min_values")
    _check_defaults(select)
    if select.get("type") == Component.STRING_SELECT:
        check_options(select, emoji, 1, 25)
        options = select.get("options")
        if isinstance(options, list) and isinstance(most, int) and most > len(options):
            message = "Max values must not exceed the number of options"
            select.wrong("SELECT_COMPONENT_MAX_VALUES_EXCEEDS_OPTIONS", message, "max_values")


def _check_defaults(select: CheckedObject) -> None:
    """As many values may be chosen in advance as a person may choose."""
    chosen = select.listed("default_values")
    least, most = (select.get(key) for key in ("min_values", "max_values"))
    least, most = (bound if isinstance(bound, int) else 1 for bound in (least, most))
    if select.get("default_values") is not None and not least <= len(chosen) <= most:
        message = f"Must be between {least} and {most} in length."
        select.wrong("BASE_TYPE_BAD_LENGTH", message, "default_values")


def check_options(group: CheckedObject, emoji: Container[int], least: int, most: int) -> None:
    """Checks the options of a select menu, a radio group or a checkbox group."""
    taken = set()
    for option in group.each("options", most, least=least):
        option.text("label", 100, least=1)
        option.text("value", 100, least=1)
        option.text("description", 100)
        check_emoji(option, emoji)
        value = str(option.get("value"))
        if value in taken:
            message = "The specified option value is already used"
            option.wrong("SELECT_COMPONENT_OPTION_VALUE_DUPLICATED", message)
        taken.add(value)


def check_emoji(holder: CheckedObject, known: Container[int]) -> None:
    """Checks an emoji: it needs the id of one that the bot may use, or a name that is not ASCII. Discord uses
    the same code for options of lists as for buttons."""
    emoji = holder.inner("emoji")
    if emoji is None:
        return
    if emoji.get("id"):
        is_wrong = as_id(emoji.get("id")) not in known
    elif not emoji.get("name"):
        emoji.lacks("name")
        return
    else:
        is_wrong = str(emoji.get("name")).isascii()
    if is_wrong:
        emoji.wrong("BUTTON_COMPONENT_INVALID_EMOJI", "Invalid emoji", "name")


def _check_link(button: CheckedObject) -> None:
    url = button.get("url")
    if not url:
        button.wrong("BUTTON_COMPONENT_URL_REQUIRED", "A url is required", "url")
        return
    button.text("url", 512)
    scheme = str(url).split(":", maxsplit=1)[0]
    if scheme not in SCHEMES:
        message = f'Scheme "{scheme}" is not supported. Scheme must be one of {SCHEMES}.'
        button.wrong("URL_TYPE_INVALID_SCHEME", message, "url")
