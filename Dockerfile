# One process of Gauntlet, run by an ordinary user. Nothing outside /data and /tmp is ever written, so the
# root may be read-only: docker run --read-only --tmpfs /tmp -v gauntlet:/data --env-file .env -e HEALTH_PORT=9000 gauntlet
#
# A build from the same commit takes the same packages (requirements.lock) and, if BASE names a digest, the
# same system: docker build --build-arg BASE=python@sha256:… .
ARG BASE=python:3.12-slim-bookworm

FROM ${BASE} AS build
WORKDIR /build
RUN python -m venv /venv
# Only what the bot depends on: the sources change more often.
COPY requirements.lock ./
RUN /venv/bin/pip install --no-cache-dir --disable-pip-version-check --only-binary :all: --require-hashes --requirement requirements.lock

FROM ${BASE}
RUN useradd --system --uid 10001 --user-group --no-create-home --home-dir /nonexistent --shell /usr/sbin/nologin gauntlet \
    && install --directory --owner gauntlet --group gauntlet /data
COPY --from=build /venv /venv
COPY games /app/games
COPY bot /app/bot
COPY migrations /app/migrations
RUN /venv/bin/python -m compileall -q /app
ENV PATH=/venv/bin:$PATH \
    PYTHONPATH=/app \
    PYTHONSAFEPATH=1 \
    PYTHONDONTWRITEBYTECODE=1 \
    PYTHONUNBUFFERED=1 \
    MPLCONFIGDIR=/tmp/matplotlib \
    HEALTH_PORT=9000
# Another user, where a volume belongs to somebody else: docker build --build-arg RUN_AS=1000:1000 .
ARG RUN_AS=10001:10001
USER ${RUN_AS}
# A path in DATABASE_URL that does not begin at the root begins here. Mount a volume at /data to keep it.
WORKDIR /data
HEALTHCHECK --interval=30s --timeout=10s --start-period=60s CMD python -m bot.health.check "$HEALTH_PORT"
ENTRYPOINT ["python", "-m", "bot"]
