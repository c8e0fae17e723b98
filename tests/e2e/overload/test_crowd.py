"""A crowd that presses faster than the bot answers."""

from bench.load.actions import Actions
from bench.load.buttons import buttons_of
from bench.load.observations import LoadObservations
from bench.load.pair import Pair
from bot.process.background import BackgroundTasks
from sandbox import World
from tests.support.evening import Evening


async def test_a_challenge_that_is_posted_after_an_acknowledgement_is_the_one_that_is_accepted(
    evening: Evening,
) -> None:
    evening.bot.services.overload.always_late = True
    world, observed = evening.sandbox.world, LoadObservations()
    pair = _pair(world)
    actions = Actions(evening.sandbox.platform, observed, BackgroundTasks())
    challenge = await actions.challenge(pair)
    assert challenge is not None
    assert challenge.only_for is None
    assert "accept" in {button.verb for button in buttons_of(challenge)}
    assert (observed.acknowledged_first, observed.wrong) == (1, {})


def _pair(world: World) -> Pair:
    pair = Pair(next(iter(world.channels.values())), (world.person("Ann"), world.person("Bob")), iter(()))
    pair.game = "highlow"
    return pair
