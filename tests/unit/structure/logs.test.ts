import { expect, test } from "vitest";
import { LOG_EVENTS } from "../../../app/lib/log";
import { filesUnder, readText } from "../../support/sources";

/** The rows of the first table below a heading, by their first cell. */
function rowsUnder(heading: string): string[] {
  const [, section = ""] = readText("docs/operations.md").split(`\n## ${heading}\n`);
  const [body = ""] = section.split(/\n## |\nOf `\/health`/);
  return [...body.matchAll(/^\| `(\w+)`/gm)].map(([, name = ""]) => name);
}

// spec: log.warnings
test("each event is explained, and each warning says what to do", () => {
  const events = Object.entries(LOG_EVENTS);
  const [info, others] = [
    events.filter(([, { level }]) => level === "info"),
    events.filter(([, { level }]) => level !== "info"),
  ];
  expect(rowsUnder("Logs").sort()).toEqual(info.map(([name]) => name).sort());
  expect(rowsUnder("Warnings").sort()).toEqual(others.map(([name]) => name).sort());
});

/** How the warnings of `/health` begin. */
const HEALTH_WARNINGS = [
  "unmatched payments",
  "files missing in the bucket",
  "single_node",
  "node_down",
  "node_behind",
  "node_other_chain",
  "migrations missing",
  "cron: last run",
  "cron: no run recorded",
  "cron step failed",
  "search index out of step",
  "exchange rate",
];

test("so does each warning of the health check", () => {
  const [, section = ""] = readText("docs/operations.md").split("\n## Warnings\n");
  for (const warning of HEALTH_WARNINGS) expect(section).toContain(`| \`${warning}`);
});

test("the server writes to the console in one place", () => {
  const own = ["workers/isolate.ts", "app/wallet/registry.ts"];
  const writing = filesUnder(["app", "db", "workers"], /\.tsx?$/).filter((path) =>
    /\bconsole\b/.test(readText(path)),
  );
  expect(writing.sort()).toEqual(own.sort());
});
