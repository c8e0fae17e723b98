"""Battle to Ten, explained."""

from games.guide import Guide

GUIDE = Guide(
    tagline="Take digits from one pool, in turn. Exactly ten wins, more than ten loses.",
    aim="Exactly 10 wins, more loses.",
    verb="Take",
    goal="Bring your own total to exactly 10.",
    rules=(
        "The digits 1 to 9 lie open. Each can be taken once, by either player.",
        "In turn, take a digit and add it to your total.",
        "Exactly 10 wins at once. More than 10 loses at once.",
        "If every digit left would carry you over 10, your turn passes and the other plays on.",
        "If neither of you has a safe digit, the lower total wins. On equal totals, "
        "the player whose turn it is loses.",
    ),
    example=(
        "Ann takes 4 and is at 4.",
        "Ben takes 5 and is at 5.",
        "Ann takes 6: exactly 10, Ann wins.",
    ),
)
