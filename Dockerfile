# One process of Gauntlet, run by an ordinary user. Nothing outside /data and /tmp is ever written, so the
# root may be read-only: docker run --read-only --tmpfs /tmp -v gauntlet:/data --env-file .env gauntlet
FROM python:3.12-slim AS build
WORKDIR /build
RUN python -m venv /venv
# Only what the packages depend on: the sources change more often.
COPY pyproject.toml README.md LICENSE ./
RUN /venv/bin/pip install --no-cache-dir --disable-pip-version-check .

FROM python:3.12-slim
RUN useradd --system --uid 10001 --user-group --no-create-home --home-dir /nonexistent --shell /usr/sbin/nologin gauntlet \
    && install --directory --owner gauntlet --group gauntlet /data
COPY --from=build /venv /venv
COPY games /app/games
COPY gauntlet /app/gauntlet
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
USER 10001:10001
# A path in DATABASE_URL that does not begin at the root begins here.
WORKDIR /data
VOLUME /data
HEALTHCHECK --interval=30s --timeout=5s --start-period=60s CMD ["python", "-c", "import os, urllib.request; port = os.environ['HEALTH_PORT'].rpartition(':')[2]; port and urllib.request.urlopen(f'http://127.0.0.1:{port}/health', timeout=4)"]
ENTRYPOINT ["python", "-m", "bot"]
