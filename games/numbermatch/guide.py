"""Number Match Duel, explained."""

from games.guide import Guide

GUIDE = Guide(
    tagline="Attack with a card. Only the very same number blocks it; otherwise it hurts.",
    aim="Bring the other's life to 0.",
    verb="Attack",
    goal="Bring the other's life down to 0.",
    rules=(
        "One deck for both: four cards each of 1 to 9. You each hold five, hidden from the other.",
        "Take turns to attack with one card from your hand.",
        "If the defender holds the same number, it is played at once and blocks the attack.",
        "If not, the defender loses as much life as the card shows.",
        "Then both draw back up to five cards, the attacker first. "
        "When the deck runs out, the discards are shuffled into a new one.",
        "No life left ends the match at once. After 100 attacks the player with more life wins; "
        "if life is level, the second player wins.",
    ),
    example=(
        "Ann attacks with 7. Ben holds a 7, so it is blocked; both draw a card.",
        "Ben attacks with 5. Ann holds a 5, blocked again.",
        "Ann attacks with 9. Ben has no 9 and drops from 20 life to 11.",
    ),
)
