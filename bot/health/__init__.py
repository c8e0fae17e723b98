"""How the bot is doing, for those who run it: metrics, and a page that says whether it is well."""
