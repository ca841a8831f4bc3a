import { expect, test } from "vitest";
import { releaseNotes, releaseObstacle } from "../../../dev/run/release-notes";

const changelog = [
  "# Changelog",
  "## [Unreleased]",
  "## [0.2.0] - 2027-01-31\n\n### Added\n\n- A thing.",
  "## [0.1.1]\n\n- Without a date.",
  "## [0.1.0] - 2026-11-27\n",
].join("\n\n");
const ready = { version: "0.2.0", changelog, changedFiles: [], tags: ["v0.1.0"] };

// spec: command.release
test("a version with dated notes, a clean tree and no tag can be released", () => {
  expect(releaseObstacle(ready)).toBeNull();
  expect(releaseNotes(changelog, "0.2.0")).toBe("### Added\n\n- A thing.");
});

// spec: command.release
test.each([
  ["no section", { version: "0.3.0" }, /^CHANGELOG.md has no notes of 0\.3\.0: /],
  ["no date", { version: "0.1.1" }, /no notes of 0\.1\.1/],
  ["an empty section", { version: "0.1.0", tags: [] }, /no notes of 0\.1\.0/],
  ["a version that another one begins with", { version: "0.2" }, /no notes of 0\.2:/],
  ["a tag", { tags: ["v0.1.0", "v0.2.0"] }, /^v0\.2\.0 exists: /],
  ["changes", { changedFiles: [" M app/root.tsx"] }, /Commit or remove: app\/root\.tsx\.$/],
  ["many changes", { changedFiles: Array(7).fill("?? a") }, /: a, a, a, a, a and 2 more\.$/],
])("%s: refused in a sentence", (_, change, sentence) => {
  expect(releaseObstacle({ ...ready, ...change })).toMatch(sentence);
});
