import { readdirSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { releaseNotes } from "../../../dev/run/release-notes";
import { ROOT, readText } from "../../support/sources";

const { version } = JSON.parse(readText("package.json")) as { version: string };
const changelog = readText("CHANGELOG.md");
/** Of the changelog, the newest first. */
const released = [...changelog.matchAll(/^## \[(\d[^\]]*)\]/gm)].map(([, one]) => one);
const kept = readdirSync(join(ROOT, "tests/releases"));

// spec: command.release
test("the version of package.json is the newest of the changelog, with its notes", () => {
  expect(released[0]).toBe(version);
  expect(releaseNotes(changelog, version)).not.toBeNull();
});

test("the last release is kept, and no other", () => {
  expect(kept).toEqual([released[0]]);
});

const tagsIn = (configuration: string) =>
  [...configuration.matchAll(/^tag = "(.+)"$/gm)].map(([, tag = ""]) => tag);

/** The platform rolls back over no change of the classes of objects. */
test("a change of object classes since the last release is listed as one without a way back", () => {
  const before = tagsIn(readText(`tests/releases/${kept[0]}/wrangler.toml`));
  const now = tagsIn(readText("wrangler.toml"));
  expect(before.length).toBeGreaterThan(3);
  expect(now.slice(0, before.length), "applied changes stay as they are").toEqual(before);
  const listed = [...readText("docs/operations.md").matchAll(/^\| `(v\d+)` \|/gm)];
  const tags = listed.map(([, tag]) => tag);
  expect(tags).toEqual(expect.arrayContaining(now));
});
