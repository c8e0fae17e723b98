"""The metadata that all tables share."""

from sqlalchemy import MetaData

metadata = MetaData()
