"""The steps of a live check, in order."""

from bot.live_check.step import Step
from bot.live_check.steps.buckets import edit_many, edit_old
from bot.live_check.steps.emoji import use_emoji
from bot.live_check.steps.gateway import identify_twice
from bot.live_check.steps.installs import look_at_installs
from bot.live_check.steps.names import look_at_names
from bot.live_check.steps.panels import repaint_panel
from bot.live_check.steps.places import try_other_channels
from bot.live_check.steps.private_threads import use_private_thread
from bot.live_check.steps.threads import archive_and_lock
from bot.live_check.steps.views import card_from_panel, dismiss_and_reload

STEPS = (
    Step("Commands outside the server", look_at_installs),
    Step("A panel, repainted through its token", repaint_panel),
    Step("Names of people", look_at_names),
    Step("Many edits in one channel", edit_many),
    Step("Edits of an old message", edit_old),
    Step("A thread that is archived and locked", archive_and_lock),
    Step("A private thread without the bot", use_private_thread),
    Step("Voice and announcement channels", try_other_channels),
    Step("Dismissing, reloading, a second device", dismiss_and_reload),
    Step("A card posted from a panel", card_from_panel),
    Step("Two processes that start together", identify_twice),
    Step("Emoji of the application", use_emoji),
)
