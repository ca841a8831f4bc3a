import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { SHIPPED } from "../../../dev/run/build";
import { noticeOf, packagesOf } from "../../../dev/run/third-party-notices";
import { needsBuild } from "../../support/needs-build";
import { readText } from "../../support/sources";

needsBuild();

const read = (path: string) => readFileSync(join(SHIPPED.buildDir, path), "utf8");

// spec: page.notices
test("each package in the bundles has its version and licence in the notices", () => {
  const notices = read("client/third-party-notices.txt");
  const modules = ["client", "server"].flatMap((side) =>
    Object.keys(JSON.parse(read(`modules-${side}.json`))),
  );
  const folders = new Set(
    modules.flatMap((path) => /^.*node_modules\/(@[^/]+\/)?[^/]+/.exec(path)?.[0] ?? []),
  );
  const missing = [...folders].filter((folder) => {
    const { name, version } = JSON.parse(readText(join(folder, "package.json")));
    return !notices.includes(`\n${name} ${version} (`);
  });
  expect(folders.size).toBeGreaterThan(40);
  expect(missing).toEqual([]);
});

test.each([
  ["the font of headings", "SIL OPEN FONT LICENSE Version 1.1"],
  ["its makers", "The Bricolage Grotesque Project Authors"],
  ["those of the font of texts", "The Public Sans Project Authors"],
  ["the style sheet's framework", "Copyright (c) Tailwind Labs, Inc."],
  ["the framework of the pages", "Copyright (c) Facebook, Inc. and its affiliates."],
  ["what the bundler adds", "RollupJS Plugin Contributors"],
  ["a package without a text of its own", "drizzle-orm"],
  ["the Apache licence", "Apache License\n                           Version 2.0, January 2004"],
])("%s is in the notices", (_, text) => {
  expect(read("client/third-party-notices.txt")).toContain(text);
});

// spec: page.notices
test("a build fails on a package without a known licence, and on a module of unknown origin", () => {
  const folder = mkdtempSync(join(tmpdir(), "package-"));
  const about = (licence: object) =>
    writeFileSync(
      join(folder, "package.json"),
      JSON.stringify({ name: "a", version: "1.0.0", author: "Robin", ...licence }),
    );
  about({});
  expect(() => noticeOf(folder)).toThrow("a 1.0.0 has no licence text");
  about({ license: "MIT" });
  expect(noticeOf(folder).text).toContain("Copyright (c) Robin");
  writeFileSync(join(folder, "LICENSE"), "Its own text");
  expect(noticeOf(folder).text).toBe("Its own text");
  rmSync(folder, { recursive: true });
  expect(() => packagesOf(["app/root.tsx", "other/module.js"])).toThrow("other/module.js");
});
