"""The pages of /rules, /help and /about, and the greeting. Each text in them is written once, elsewhere."""

from collections.abc import Iterable, Iterator, Sequence

from discord import AppCommandType, Permissions
from discord.app_commands import Command, ContextMenu
from discord.utils import oauth_url

from bot.about import LICENCE, NAME, SUMMARY, VERSION
from bot.links import Links
from bot.ratings.model import IN_WORDS
from bot.ui.texts.buttons import link_button, link_buttons
from bot.ui.texts.mentions import UNKNOWN, CommandMentions, Known, typed_names
from bot.ui.texts.permissions import FOR_THREADS, INVITED_WITH, NEEDED, SCOPES
from bot.ui.texts.render import in_row, layout
from bot.ui.wire.sheet import Sheet, Wire
from games import GAMES
from games.room import AnyRoom

HEADINGS = {
    "Play": ("duel", "hand", "duels", "resign", "puzzle"),
    "Compare": ("leaderboard", "profile", "history"),
    "For yourself": ("notify", "block", "unblock", "privacy", "mydata"),
    "Learn": ("rules", "help", "about"),
}
"""The headings of all commands and their order under them. Other commands come last."""
SECRETLY = "I run duels for two: you both pick in secret, and I show both picks at once."
ALONE = "Nobody there? Play the computer: five levels, from one that a child beats to one that hardly errs."
ELSEWHERE = "Duels and puzzles are for servers. Here you can read the rules, and /hand opens your hand."
MORE, MANAGERS = "More", "For those who manage the server"


def rules(room: AnyRoom, commands: CommandMentions = UNKNOWN, rows: Sequence[Sequence[Wire]] = ()) -> Sheet:
    """How a game is played, with an example. `rows` of controls lead on from there."""
    guide = room.guide
    steps = "\n".join(f"{number}. {rule}" for number, rule in enumerate(guide.rules, start=1))
    example = "\n".join(f"> {line}" for line in guide.example)
    return layout(
        f"### {room.game.title}",
        f"**Your goal:** {guide.goal}",
        steps,
        f"**For example**\n{example}",
        f"Play it with {commands.mention(f'duel {room.game.key}')}.",
        rows=rows,
    )


def welcome(
    commands: CommandMentions, buttons: Sequence[Wire], links: Links, *, in_server: bool = True
) -> Sheet:
    """The page of /help: what this is, how to begin, and what to do alone; then the host's own pages."""
    last = ALONE if in_server else commands.tappable(ELSEWHERE)
    rows = [buttons, link_buttons(links, "support", "privacy", "terms")]
    return layout(f"### {NAME}", SECRETLY, _first_steps(commands), last, rows=filter(None, rows))


def command_list(commands: CommandMentions, may: Permissions, back: Wire) -> Sheet:
    """Every command, without those that Discord hides from this person."""
    shown = [command for command in commands.known if _is_offered(command, may)]
    sections = [
        f"**{heading}**\n" + "\n".join(_line(command, commands) for command in under_it)
        for heading, under_it in _sorted(shown)
    ]
    return layout("### All commands", *sections, f"-# {IN_WORDS}", rows=[[back]])


def greeting(commands: CommandMentions, buttons: Sequence[Wire]) -> Sheet:
    """For a server that has just invited the bot."""
    return layout(
        f"### Hello, I am {NAME}",
        SECRETLY,
        _first_steps(commands),
        f"{commands.mention('rules')} explains every game, {commands.mention('help')} shows the rest.",
        f"-# If you manage this server: {commands.mention('settings')} sets where and how duels are played.",
        rows=[buttons],
    )


def _first_steps(commands: CommandMentions) -> str:
    first = commands.mention(f"duel {GAMES[0].game.key}")
    return f"Type {first}, or another game, and name an opponent. Leave the opponent out to take on anyone."


def _is_offered(command: Known, may: Permissions) -> bool:
    return command.default_permissions is None or command.default_permissions <= may


def _sorted(known: Iterable[Known]) -> Iterator[tuple[str, list[Known]]]:
    placed: dict[str, list[Known]] = {heading: [] for heading in (*HEADINGS, MORE, MANAGERS)}
    for command in known:
        placed[_heading(command)].append(command)
    for heading, under_it in placed.items():
        order = HEADINGS.get(heading, ())
        under_it.sort(key=lambda command: order.index(command.name) if command.name in order else len(order))
        if under_it:
            yield heading, under_it


def _heading(command: Known) -> str:
    if command.default_permissions is not None:
        return MANAGERS
    if isinstance(command, ContextMenu):
        return next(iter(HEADINGS))
    return next((heading for heading, names in HEADINGS.items() if command.name in names), MORE)


def _line(command: Known, commands: CommandMentions) -> str:
    if isinstance(command, ContextMenu):
        what = "person" if command.type is AppCommandType.user else "message"
        return f"- *Apps → {command.name}*, in the menu of a {what}."
    if isinstance(command, Command):
        return f"- {commands.mention(command.name)} {command.description}"
    mentions = " ".join(map(commands.mention, typed_names(command)))
    return f"- {command.description.removesuffix('.')}: {mentions}"


def about(application: int, links: Links, servers: str, started: float, trouble: str | None = None) -> Sheet:
    wanted = ", ".join((NEEDED | FOR_THREADS).values())
    pages = [link_button("Add me to a server", invitation(application)), *link_buttons(links)]
    return layout(
        f"### {NAME} {VERSION}",
        SUMMARY,
        f"⚠️ {trouble} Duels wait until that is put right." if trouble else "",
        f"-# In {servers} · started <t:{int(started)}:R>\n"
        f"-# The invitation asks for {wanted}, and nothing else.\n"
        f"-# Free software under the {LICENCE} licence.",
        below=[in_row(pages)],
    )


def invitation(application: int) -> str:
    return oauth_url(application, permissions=INVITED_WITH, scopes=SCOPES)
