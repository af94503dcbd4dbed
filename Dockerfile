# The shop as an image: docker build -t shop . (docs/operating/deploying.md). It has the program, its packages and Node, and neither a
# shell's tools, npm, PostgreSQL nor a browser. All stages need glibc; BASE also libstdc++ and the certificates of the
# authorities. Without a registry of images, docs/operating/deploying.md makes BASE from Debian's packages.
ARG NODE=docker.io/library/node:24.21.0-bookworm-slim
ARG BASE=gcr.io/distroless/cc-debian12

# The pages and the server are the same for every processor, so the machine's own builds them.
FROM --platform=$BUILDPLATFORM ${NODE} AS build
WORKDIR /shop
COPY package.json package-lock.json .npmrc ./
RUN npm ci --ignore-scripts --no-audit --no-fund
COPY . .
RUN npm run build

# Node and the packages, which have native files.
FROM ${NODE} AS packages
RUN apt-get update && apt-get install --yes --no-install-recommends binutils
WORKDIR /shop
COPY package.json package-lock.json .npmrc ./
COPY scripts/prune-packages.mjs scripts/
# The shop's user writes to /data and /tmp only, so nothing else may belong to it.
RUN npm ci --omit=dev --ignore-scripts --no-audit --no-fund && node scripts/prune-packages.mjs \
  && strip -o /usr/local/bin/node-stripped "$(command -v node)" \
  && mkdir /data && chown 10001:10001 /data && chmod 700 /data

FROM ${BASE}
COPY --from=packages /usr/local/bin/node-stripped /usr/local/bin/node
WORKDIR /shop
COPY --from=packages /shop/node_modules node_modules
COPY db db
COPY src src
COPY scripts/run.mjs scripts/commands.mjs scripts/check-health.mjs scripts/program.json scripts/shop.ts scripts/
COPY scripts/set-up scripts/set-up
COPY scripts/shop scripts/shop
COPY package.json shop.config.ts shop.carriers.ts shop.colours.ts shop.duties.ts shop.sizes.ts shop.topics.ts shop.verses.ts LICENSE ./
COPY --from=build /shop/build build
COPY --from=packages --chown=10001:10001 /data /data
# In a container 127.0.0.1 is the container alone: what is published is the choice of docker run or compose.
ENV NODE_ENV=production PATH=/usr/local/bin:/usr/bin:/bin DATA_DIR=/data HOST=0.0.0.0 PORT=3000
USER 10001:10001
VOLUME /data
EXPOSE 3000
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=5s --timeout=6s --start-period=120s --retries=3 CMD ["node", "scripts/check-health.mjs", "ready"]
ENTRYPOINT ["node"]
CMD ["scripts/run.mjs", "start:production"]
