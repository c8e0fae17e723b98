"""`python -m bot`: the only place where things are wired together."""

import asyncio
import logging
import os
import signal
import sys
import threading
import time
from argparse import Namespace
from collections.abc import Callable, Sequence
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any

import discord

from bot import logs
from bot.about import VERSION
from bot.arena.arenas import Arenas
from bot.arena.deadlines import Deadlines
from bot.cli import carry_out, complain, parser
from bot.client import Gauntlet
from bot.config import Config, check_folder, missing_from, name_of_database, place_of
from bot.database import Database, open_database
from bot.database.mark import take_into_use
from bot.duels.computer import warm_up
from bot.duels.settings import SettingsStore
from bot.health.complaints import complaint_about
from bot.health.metrics import Metrics, Stopwatch
from bot.health.tally import Tally
from bot.history.history import History
from bot.history.profile import ProfileStore
from bot.history.reviews import Reviews
from bot.pictures.drawing import DrawingProcess
from bot.privacy.erasure import Erasure
from bot.privacy.export import Export
from bot.privacy.removed_guilds import RemovedGuilds
from bot.process.clock import Clock
from bot.process.queues import Queues
from bot.process.runtime import name_of_loop, tune_garbage_collector
from bot.process.runtime import run as run_on_loop
from bot.process.shards import EVERYTHING
from bot.puzzles import Puzzles
from bot.ratings.leaderboard import Leaderboards
from bot.ratings.ledger import Ledger
from bot.router import Router
from bot.services import Services
from bot.storage.mailbox import Mailbox
from bot.storage.picks import Journal
from bot.storage.storage import Storage
from bot.storage.votes import VoteStore
from bot.ui.deck.deck import Deck
from bot.ui.deck.upload import DeckUpload, EmojiRequests
from bot.ui.mentions import CommandMentions
from bot.ui.pages.about import ServerCount
from bot.ui.pages.crowds import Crowds
from bot.ui.painting.announcer import Announcer
from bot.ui.painting.boards import Boards
from bot.ui.painting.calls import CallMessages, Calls
from bot.ui.painting.direct import DirectMessages
from bot.ui.painting.gate import Gate
from bot.ui.painting.panels import Panels
from bot.ui.painting.rates import BoardRate, CallRate
from bot.ui.painting.threads import Cards, Threads
from bot.ui.people import People
from bot.ui.wire.buckets import Buckets
from bot.ui.wire.endpoint import point_at
from bot.ui.wire.forwarding import Forwarding
from bot.ui.wire.overload import Overload
from bot.ui.wire.requests import Requests

log = logging.getLogger("bot")

SIGNALS = (signal.SIGTERM, signal.SIGINT)
LONGEST_FAREWELL = 9.5
"""Seconds between a signal to stop and the end of the process."""


def main(arguments: Sequence[str] | None = None, program: str = "python -m bot") -> int:
    """Returns the exit code. What goes wrong and is no fault of the bot ends in a sentence."""
    asked = parser(program).parse_args(arguments)
    try:
        os.environ.update(missing_from(os.environ, Path(".env")))
        return _obey(asked)
    except asyncio.CancelledError:
        return 0
    except Exception as problem:
        sentence = complaint_about(problem, _named_in(asked))
        if sentence is None:
            raise
        complain(sentence)
        return 1


def _named_in(arguments: Namespace) -> str:
    """Returns where the host has named the database."""
    return "FROM or TO" if arguments.command == "move-database" else name_of_database(os.environ)


def _obey(arguments: Namespace) -> int:
    if arguments.command not in {None, "run"}:
        code = carry_out(arguments, os.environ)
        _give_up_unread_output()
        return code
    config = Config.from_env(os.environ)
    check_folder(config.database, config.database_variable)
    logs.set_up(config.log_level, as_json=config.json_log)
    run_on_loop(run(config))
    return 0


def _give_up_unread_output() -> None:
    """Gives up output that nobody reads, as in `gauntlet doctor | head`: Python would complain at its end."""
    try:
        sys.stdout.flush()
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


async def run(config: Config, clock: Clock | None = None) -> None:
    """Opens everything inside one block, which closes it again, wherever the start fails."""
    async with AsyncExitStack() as opened:
        _stop_on_signals(asyncio.current_task())
        if config.api:
            await point_at(config.api)
        named = f"the database at {config.database_variable}"
        database = await open_database(config.database, shards=config.shards or EVERYTHING, named=named)
        opened.push_async_callback(database.close)
        place = place_of(config.database) or named
        log.info("Gauntlet %s on %s (event loop: %s)", VERSION, place, name_of_loop())
        await take_into_use(database)
        client = assemble(database, Clock() if clock is None else clock, config)
        opened.push_async_callback(client.close)
        await opened.enter_async_context(client)
        told_to_stop = _close_on_signals(client)
        tune_garbage_collector()
        warming = asyncio.create_task(_warm_up())
        try:
            await client.start(config.token)
        except Exception:
            if not told_to_stop.is_set():
                raise
            log.debug("the bot was stopped before it was connected", exc_info=True)
        await warming


def assemble(database: Database, clock: Clock, config: Config, **options: Any) -> Gauntlet:
    """Wires the whole bot together; `options` are discord.py's."""
    buckets = Buckets()
    client = Gauntlet(config.shards, http_trace=buckets.trace, **options)
    services = client.services = services_for(client, database, clock, config, buckets)
    client.router = Router(services)
    if config.health is not None:
        client.stopwatch = Stopwatch(services.metrics)
        buckets.on_answer.append(client.stopwatch.heard)
        from bot.health.server import HealthServer  # noqa: PLC0415 - 1.1 MB that most bots do not need

        client.health = HealthServer(client.gateway, services, *config.health)
    if not services.shards.keeps_all:
        client.forwarding = _forwarding(client, database, clock)
    return client


def _forwarding(client: Gauntlet, database: Database, clock: Clock) -> Forwarding | None:
    """Makes what forwards presses between processes, if they share a server."""
    from bot.database.postgres.server import PostgresServer  # noqa: PLC0415 - 2.5 MB that a file does not need

    if not isinstance(database, PostgresServer):
        return None
    services = client.services
    return Forwarding(
        Mailbox(database, services.shards, clock.now),
        services.storage,
        services.shards,
        services.requests,
        services.metrics,
        client.router.duel_in,
    )


def services_for(
    client: discord.Client, database: Database, clock: Clock, config: Config, buckets: Buckets
) -> Services:
    shards = config.shards or EVERYTHING
    requests = Requests(client, config.token, buckets)
    storage, journal, votes = Storage(database), Journal(database), VoteStore(database)
    ledger, settings, drawing = Ledger(database), SettingsStore(database), DrawingProcess(os.environ)
    arenas = Arenas(storage, journal, ledger, votes, clock)
    people, deck = People(client, clock.now), Deck()
    boards = Boards(requests, arenas.arena, people.called, clock.now, deck)
    panels = Panels(requests, clock.now, people.called, deck)
    direct = DirectMessages(client, requests, storage, arenas.arena, people.called)
    rate = BoardRate(shards.share, config.requests_per_second)
    call_rate = CallRate(rate, shards.share, config.requests_per_second)
    calls = Calls(
        CallMessages(requests, arenas.arena),
        direct,
        settings,
        arenas.arena,
        people.called,
        call_rate,
        bell_of=storage.bell,
        now=clock.now,
    )
    gate = Gate(rate, buckets)
    cards = Cards(requests, gate, deck)
    announcer = Announcer(boards, panels, calls, gate, storage, cards=cards)
    threads = Threads(requests, boards, storage, clock, people.called, deck)
    announcer.on_done = threads.ended
    deadlines = Deadlines(clock, arenas.arena, announcer)
    deck_upload = DeckUpload(deck, EmojiRequests(requests), clock, uploads=shards.first)
    requests.on_lost_picture = deck_upload.doubt
    tally = Tally()
    metrics = Metrics(journal, clock, tally)
    journal.on_commit = metrics.commits.observe
    arenas.listeners += (deadlines, announcer)
    arenas.on_rated = announcer.outdated
    return Services(
        client=client,
        requests=requests,
        clock=clock,
        shards=shards,
        database=database,
        storage=storage,
        journal=journal,
        votes=votes,
        ledger=ledger,
        leaderboards=Leaderboards(database),
        settings=settings,
        arenas=arenas,
        deadlines=deadlines,
        announcer=announcer,
        threads=threads,
        crowds=Crowds(storage, clock.now),
        history=History(database),
        profiles=ProfileStore(database),
        reviews=Reviews(),
        drawing=drawing,
        puzzles=Puzzles(database, clock.now),
        export=Export(database),
        erasure=Erasure(database, storage, ledger, arenas.arena, announcer.outdated),
        removed_guilds=RemovedGuilds(database, ledger, clock),
        overload=Overload(tally),
        queues=Queues.open(clock.now),
        metrics=metrics,
        commands=CommandMentions(),
        people=people,
        deck=deck,
        deck_upload=deck_upload,
        links=config.links,
        servers=ServerCount(client, shards),
        started=clock.now(),
    )


async def _warm_up() -> None:
    """Loads the computer players in a thread, beside everything else."""
    began = time.monotonic()
    players = await asyncio.to_thread(warm_up)
    log.info("%d computer players are ready after %.1f s", players, time.monotonic() - began)


def _stop_on_signals(start: asyncio.Task[None] | None) -> None:
    """Ends the start at a signal: nothing has to be finished then."""
    if start is not None:
        _on_signals(start.cancel)


def _close_on_signals(client: Gauntlet) -> asyncio.Event:
    return _on_signals(lambda: asyncio.ensure_future(client.close()))


def _on_signals(stop: Callable[[], object]) -> asyncio.Event:
    """Returns what is set when a signal comes; what is under way then may fail."""
    told = asyncio.Event()

    def obey() -> None:
        told.set()
        _end_at_last()
        stop()

    for number in SIGNALS:
        asyncio.get_running_loop().add_signal_handler(number, obey)
    return told


def _end_at_last() -> None:
    """Ends the process some seconds after it was told to, even if something hangs. Nothing is lost by that:
    people are only told of what is saved."""
    timer = threading.Timer(LONGEST_FAREWELL, os._exit, [1])
    timer.daemon = True
    timer.start()


if __name__ == "__main__":
    sys.exit(main())
