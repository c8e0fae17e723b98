"""High-Low Battle, explained."""

from games.guide import Guide

GUIDE = Guide(
    tagline="Nine cards, five secret rounds. High card scores, ties reward the last low card.",
    aim="Most points in five rounds.",
    verb="Play",
    goal="Have more points than the other player after five rounds.",
    rules=(
        "You each hold the cards 1 to 9. Every card can be played once.",
        "Each round you both pick a card in secret; the cards are shown together. A pick is final.",
        "The higher card scores 1 point.",
        "Equal cards: look back to the last round in which the cards differed. "
        "Whoever played the lower card there scores 2 points. If there is no such round, nobody scores.",
        "Level after five rounds: play on with the cards you have left. The next round that scores wins. "
        "If all nine rounds are ties, the lot decides.",
    ),
    example=(
        "Round 1: both play 6. Nothing came before, so nobody scores.",
        "Round 2: Ann plays 9, Ben plays 8. Ann leads 1–0.",
        "Round 3: both play 5. Ben had the lower card in round 2, so Ben scores 2 and leads 2–1.",
    ),
)
