# One process with everything in it; `docker compose up` beside a database and a proxy, see docs/hosting.md.
FROM debian:bookworm-slim AS build

# Debian's security updates come with each build, so versions are not pinned.
# hadolint ignore=DL3008
RUN apt-get update \
    && apt-get install --yes --no-install-recommends ca-certificates python3 python3-venv \
    && rm -rf /var/lib/apt/lists/*
WORKDIR /source
COPY . .
RUN python3 -m venv /opt/quartier \
    && /opt/quartier/bin/pip install --no-cache-dir --constraint constraints.txt '.[server,postgres]'

FROM debian:bookworm-slim

# Debian's security updates come with each build, so versions are not pinned.
# hadolint ignore=DL3008
RUN apt-get update \
    && apt-get install --yes --no-install-recommends python3 \
    && rm -rf /var/lib/apt/lists/* \
    && useradd --uid 10001 --no-create-home --shell /usr/sbin/nologin quartier \
    && install --directory --owner quartier /data /var/cache/quartier
COPY --from=build /opt/quartier /opt/quartier
ENV PATH=/opt/quartier/bin:$PATH \
    QUARTIER_CACHE=/var/cache/quartier \
    QUARTIER_DATA=/data/games.db
USER 10001
# Rules are compiled for the processor that builds the image; on another kind the first start compiles anew.
RUN quartier compile
VOLUME /data
EXPOSE 8000
HEALTHCHECK --start-period=30s CMD ["python3", "-c", "import urllib.request; urllib.request.urlopen('http://127.0.0.1:8000/health', timeout=5)"]
CMD ["quartier", "serve", "--host", "0.0.0.0", "--port", "8000", "--no-browser"]
