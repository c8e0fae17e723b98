"""Bid Battle, explained."""

from games.guide import Guide

GUIDE = Guide(
    tagline="Five items of hidden value, 100 points each, one sealed bid per item.",
    aim="Own the items worth more.",
    verb="Bid",
    goal="Win items that are worth more together than the other player's.",
    rules=(
        "Five items, A to E, come up one after the other. Each is secretly worth 10 to 30.",
        "You each start with 100 points. For every item you both bid in secret, 1 point or more, "
        "never more than you have.",
        "The higher bid wins the item and pays. The lower bid costs nothing. Equal bids go to the lot.",
        "Without points you aren't asked, and the other still bids at least 1. "
        "If neither has points, the lot gives the item away.",
        "After item E all values are opened, and the higher total wins. The five values always add up "
        "to an odd number, so there is no draw.",
    ),
    example=(
        "Item A: Ann bids 20, Ben bids 25. Ben pays 25 and has 75 points left; Ann keeps all 100.",
        "Item B: Ann bids 15, Ben bids 10. Ann pays 15 and has 85.",
        "Nobody knows yet which item was the bargain.",
    ),
)
