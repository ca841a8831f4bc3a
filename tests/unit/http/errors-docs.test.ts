import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { PROBLEM_STATUS } from "../../../app/http/problem-response";
import { ROOT } from "../../support/sources";

const page = readFileSync(join(ROOT, "docs/errors.md"), "utf8");
const catalogue = tableUnder("The error catalogue of the specification");
const storage = tableUnder("Storage errors");

/** As the specification lists them. */
const STORAGE_KINDS = [
  "unknown",
  "object-not-found",
  "bucket-not-found",
  "project-not-found",
  "quota-exceeded",
  "unauthenticated",
  "unauthorized",
  "unauthorized-app",
  "retry-limit-exceeded",
  "invalid-checksum",
  "canceled",
  "invalid-url",
  "invalid-default-bucket",
  "no-default-bucket",
  "cannot-slice-blob",
  "invalid-argument",
  "app-deleted",
  "invalid-root-operation",
  "invalid-format",
  "internal-error",
  "unsupported-environment",
];

test("the texts that the page names exist in both languages", () => {
  const keys = [...page.matchAll(/`([\w-]+:[\w.]+)`/g)].map(([, key = ""]) => key);
  expect(keys.length).toBeGreaterThan(40);
  for (const locale of ["fr", "en"] as const) {
    expect(keys.filter((key) => textOf(locale, key) === undefined)).toEqual([]);
  }
});

describe("the error catalogue", () => {
  test.each(catalogue)("%s", (_situation, text, key, evidence) => {
    const french = textOf("fr", bare(key));
    // No-break spaces are those of the locale files.
    expect(french?.replace(/[\u00a0\u202f]/g, " ")).toBe(text);
    const english = textOf("en", bare(key));
    expect(english).toMatch(/./);
    expect(english).not.toBe(french);
    const files = [...(evidence ?? "").matchAll(/`([\w/-]+)`/g)].map(([, file = ""]) => file);
    expect(files.length > 0 || evidence === "catalogue").toBe(true);
    expect(files.filter((file) => !existsSync(join(ROOT, `tests/${file}.test.ts`)))).toEqual([]);
  });
});

// spec: storage.errors
// spec: product.storage-errors
test("each storage error of the specification has a code, a text, or why it can't occur", () => {
  expect(storage.map(([kind = ""]) => bare(kind))).toEqual(STORAGE_KINDS);
  for (const [kind, code = "", text = "", note = ""] of storage) {
    if (code)
      expect([kind, Object.keys(PROBLEM_STATUS)]).toEqual([
        kind,
        expect.arrayContaining([bare(code)]),
      ]);
    if (text === "")
      expect([kind, note]).toEqual([kind, expect.stringMatching(/^not applicable: /)]);
  }
});

/** The rows of the table below a heading, without its head. */
function tableUnder(heading: string): string[][] {
  const [, section = ""] = page.split(`## ${heading}\n`);
  const lines = (section.split("\n## ")[0] ?? "")
    .split("\n")
    .filter((line) => line.startsWith("|"));
  return lines.slice(2).map((line) =>
    line
      .slice(1, -1)
      .split("|")
      .map((cell) => cell.trim()),
  );
}

function bare(cell = ""): string {
  return cell.replaceAll("`", "");
}

/** The text of `namespace:key.path`; undefined where there is none. */
function textOf(locale: string, key: string): string | undefined {
  const [namespace = "", path = ""] = key.split(":");
  const folder = join(ROOT, "locales", locale);
  for (const file of readdirSync(folder)) {
    const found = path
      .split(".")
      .reduce<unknown>(
        (value, part) => (value as Record<string, unknown> | undefined)?.[part],
        JSON.parse(readFileSync(join(folder, file), "utf8"))[namespace],
      );
    if (typeof found === "string") return found;
  }
  return undefined;
}
