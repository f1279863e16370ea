# An image with every command: the package for Debian, built here and installed. Without a command it is a voting server
# (deploy/README.md); docs/INSTALL.md shows the others.
FROM node:22-bookworm-slim AS node

FROM debian:bookworm AS build
COPY --from=node /usr/local /usr/local
RUN apt-get update -qq && apt-get install -y -qq --no-install-recommends ca-certificates make
WORKDIR /source
COPY . .
RUN make deb

FROM debian:bookworm-slim
RUN --mount=type=bind,from=build,source=/source/build/release/packages,target=/packages \
    apt-get update -qq && apt-get install -y -qq --no-install-recommends /packages/pdrank_*.deb \
    && rm -rf /var/lib/apt/lists/* \
    && useradd --create-home --home-dir /data pdrank
USER pdrank
WORKDIR /data
VOLUME /data
EXPOSE 8080
ENTRYPOINT ["pdrank"]
CMD ["serve", "--store", "/data/votes.db", "--host", "0.0.0.0", "--allow-remote", "--url", "http://127.0.0.1:8080", "--log", "-"]
