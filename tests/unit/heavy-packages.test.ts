import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { filesUnder, ROOT } from "../support/sources";

/** They bring half a megabyte, and `bigint-buffer` with a known overflow. Development may have them. */
const HEAVY = /from "(@solana\/(pay|web3\.js|spl-token)|bigint-buffer)"/;

test("nothing that is deployed imports Solana's own libraries", () => {
  const deployed = filesUnder(["app", "workers", "db"], /\.tsx?$/);
  expect(deployed.filter((path) => HEAVY.test(readFileSync(join(ROOT, path), "utf8")))).toEqual([]);
});
