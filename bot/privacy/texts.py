"""The texts about what is stored of people and servers, and for how long; no other module says it."""

from bot.duels.pace import DAY

DAYS_AFTER_REMOVAL = 30
"""For how many days the data of a server that removed the bot is kept."""
KEPT_AFTER_REMOVAL = DAYS_AFTER_REMOVAL * DAY

KEPT = (
    "**Duels**: who challenged whom, where and when, both players' picks, how it ended, and whether "
    "that was shared.",
    "**Results and ratings**, which are computed from the duels.",
    "**Votes** on who will win, and your tries at **puzzles**.",
    "**Your wishes**: whether you want direct messages and pings, and whom you block.",
    "**The server's settings**, and who reset a leaderboard.",
)
NOT_KEPT = (
    "People are kept as Discord's numbers: no names, no pictures, no addresses. "
    "To show a name I remember it for a while, and never save it. "
    "I read no messages. Nothing is sold, shared, or used for anything but the games."
)
HOW_LONG = (
    "Until you delete it with `/mydata delete`, at once and in every server.",
    f"When a server removes me, all of its data is deleted after {DAYS_AFTER_REMOVAL} days, "
    "unless I am invited back before.",
)
YOURS = (
    "`/mydata export` gives you everything stored about you, as a file.",
    "`/mydata delete` takes you out of everything. Other people's results stay right: "
    "in their duels you become “a former player”.",
)
CONTACT = "If you can't use these commands any more, ask those who run me to do it: *Support*, below."
DELETION = (
    "Your open challenges are withdrawn, and the duels you are in count as resigned. "
    "Those in which not both have picked yet are called off.",
    "Your name leaves all leaderboards; votes, puzzles, blocks and wishes are deleted.",
    "Finished duels stay for the others, but nothing in them leads to you: you become “a former player”.",
    "Messages that are already posted stay in Discord.",
)


def bulleted(lines: tuple[str, ...]) -> str:
    """Writes the lines as a list with a bullet each."""
    return "\n".join(f"- {line}" for line in lines)
