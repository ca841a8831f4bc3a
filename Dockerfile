# A shop on one machine: docs/operations.md, On one machine.
FROM node:22-bookworm-slim AS build
WORKDIR /app
COPY package.json package-lock.json ./
RUN npm ci --no-audit --no-fund
COPY . .
RUN node dev/bootstrap.mjs build && node dev/bootstrap.mjs compile
# What only builds, tests and checks.
RUN rm -rf tests bench .cache/building.json node_modules/@sparticuz node_modules/playwright-core node_modules/@biomejs node_modules/typescript-7 node_modules/@typescript node_modules/drizzle-kit node_modules/html-validate

FROM node:22-bookworm-slim
WORKDIR /app
ENV COMPTOIR_IS_BUILT=1
ENV HOST=0.0.0.0
ENV PORT=8787
ENV DATA_DIR=/data
COPY --from=build /app /app
RUN mkdir -p /data && chown node:node /data
USER node
VOLUME /data
EXPOSE 8787
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=30s --timeout=10s --start-period=120s CMD ["node", "dev/machine/check-health.mjs"]
CMD ["node", "dev/bootstrap.mjs", "start"]
