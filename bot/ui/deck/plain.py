"""Plain signs that stand in for pictures, by the names of the pictures."""

PLAIN = {
    "blue": "🟦",
    "orange": "🟧",
    "slot": "⬜",
    "blocked": "🛡️",
    "heart": "❤️",
    "heart_half": "💔",
    "heart_empty": "🤍",
    "pip_blue": "🔵",
    "pip_orange": "🟠",
    "pip_empty": "⚪",
    "hourglass": "⏳",
    "trophy": "🏆",
    "seal": "🔒",
    "bell": "🔔",
    "rival_sprout": "🌱",
    "rival_magpie": "🐦",
    "rival_badger": "🦡",
    "rival_fox": "🦊",
    "rival_oracle": "🔮",
    "gold": "🥇",
    "silver": "🥈",
    "bronze": "🥉",
}
"""What has no plain sign, such as the marks of ranks, is left out."""
