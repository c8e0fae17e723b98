"""Digit Duel, explained."""

from games.guide import Guide

GUIDE = Guide(
    tagline="Draw a digit: keep it or give it away. The higher three-digit number wins.",
    aim="Higher number, best of three.",
    verb="Play",
    goal="Be the first to win two rounds.",
    rules=(
        "Each round starts with a shuffled deck: four cards each of 0 to 9. Hands hold three digits.",
        "In turn you draw a digit that only you see. Keep it, or give it to the other player.",
        "A digit you give is seen by both. A digit you keep stays hidden until the round ends.",
        "With a full hand you draw no more; the other goes on alone. Once the other hand is full you may "
        "throw away one digit per round; after that you keep what you draw.",
        "When both hands are full, each makes its highest number: 7, 2, 9 is 972. The higher number wins "
        "the round. Equal numbers: the round is played again with the cards that are left and the other "
        "player starting. The fourth level round in a row goes to the lot.",
        "You take turns to start; the lot picks who starts a deciding third round.",
    ),
    example=(
        "Ann draws 7 and keeps it. Ben draws 2 and gives it to Ann. Ann draws 9 and keeps it: full.",
        "Ben goes on alone and keeps 5, 1 and 8.",
        "Ann's 972 beats Ben's 851.",
    ),
)
