import { expect, test } from "vitest";
import type { CachedPage } from "../../../app/http/page-cache/cached-page";
import { createPageMemory, MAX_MEMORY_BYTES } from "../../../app/http/page-cache/page-memory";

const KB = 1024;

function pageOf(bytes: number, at = 0): CachedPage {
  return { at, body: new Uint8Array(bytes), nonceAt: [], headers: [], policy: [""] };
}

test("beyond its bytes the pages go that were not used for longest", () => {
  const memory = createPageMemory(100 * KB);
  for (const key of ["a", "b", "c"]) memory.put(key, pageOf(28 * KB));
  memory.get("a");
  memory.put("d", pageOf(28 * KB));
  expect(["a", "b", "c", "d"].filter((key) => memory.get(key))).toEqual(["a", "c", "d"]);
  expect(memory.bytes()).toBeLessThanOrEqual(100 * KB);
  memory.put("e", pageOf(90 * KB));
  expect(["a", "c", "d", "e"].filter((key) => memory.get(key))).toEqual(["e"]);
  memory.put("f", pageOf(200 * KB));
  expect(["e", "f"].filter((key) => memory.get(key))).toEqual(["e"]);
});

test("any number of small pages stays within 16 MB", () => {
  const memory = createPageMemory();
  for (let at = 0; at < 10_000; at++) memory.put(`page ${at}`, pageOf(at % 7));
  expect(MAX_MEMORY_BYTES).toBe(16 * KB * KB);
  expect(memory.bytes()).toBeLessThanOrEqual(MAX_MEMORY_BYTES);
  expect(memory.get("page 9999")).toBeDefined();
  expect(memory.get("page 0")).toBeUndefined();
});

test("a page replaces an older one, and counts once", () => {
  const memory = createPageMemory(100 * KB);
  const [older, newer] = [pageOf(10 * KB, 1), pageOf(20 * KB, 2)];
  memory.put("a", newer);
  const bytes = memory.bytes();
  memory.put("a", older);
  expect(memory.get("a")).toBe(newer);
  memory.put("a", { ...newer, at: 3 });
  expect(memory.bytes()).toBe(bytes);
});
