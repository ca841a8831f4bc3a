import { expect, test } from "vitest";
import { examplesIn } from "../../support/api/examples";
import { fillIn, jsonMismatches } from "../../support/api/patterns";

const ID = "0b8e2c0e-3f7a-4a53-9e0f-2b1c9d1f6a77";
const faults = (pattern: unknown, found: unknown) =>
  jsonMismatches(pattern, found, new Map([["origin", "http://localhost"]]));

test.each([
  [
    { id: "<uuid>", n: "<integer>", ok: true },
    { id: ID, n: 3, ok: true },
  ],
  [{ url: "{origin}/a/<token>" }, { url: "http://localhost/a/b-c_d" }],
  [
    [1, null, { a: [] }],
    [1, null, { a: [] }],
  ],
])("%j matches %j", (pattern, found) => {
  expect(faults(pattern, found)).toEqual([]);
});

test.each([
  ["another value", { a: "1" }, { a: "2" }],
  ["another type", { a: "1" }, { a: 1 }],
  ["a text for a number", { a: "<integer>" }, { a: "1" }],
  ["a number for a text", { a: "<text>" }, { a: 1 }],
  ["a missing key", { a: 1, b: 2 }, { a: 1 }],
  ["an extra key", { a: 1 }, { a: 1, b: 2 }],
  ["another kind of text", { a: "<uuid>" }, { a: "b" }],
  ["more text than the pattern", { a: "<address>" }, { a: "1".repeat(45) }],
  ["an array too short", [1, 2], [1]],
  ["an object for an array", { 0: 1 }, [1]],
  ["null for an object", { a: {} }, { a: null }],
])("reports %s", (_, pattern, found) => {
  expect(faults(pattern, found)).toHaveLength(1);
});

test("a named value is stored and matched later", () => {
  const known = new Map<string, string>();
  expect(jsonMismatches({ id: "<id: uuid>" }, { id: ID }, known)).toEqual([]);
  expect(fillIn("/orders/{id}", known)).toBe(`/orders/${ID}`);
  expect(() => fillIn("{other}", known)).toThrow("{other}");
});

test("a request without an answer is reported", () => {
  const block = (text: string) => `\`\`\`http\n${text}\n\`\`\`\n`;
  expect(examplesIn(block("GET /a") + block("HTTP 200\n\n{}"))).toHaveLength(1);
  expect(() => examplesIn(block("GET /a"))).toThrow("no answer");
  expect(() => examplesIn(block("GET /a") + block("GET /b"))).toThrow("missing");
  expect(() => examplesIn(block("HTTP 200"))).toThrow("missing");
});
