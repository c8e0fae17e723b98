"""For operators: metrics, and a page that says whether the bot is well."""
