"""What all tables share."""

from sqlalchemy import MetaData

metadata = MetaData()
