import { existsSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { PROBLEM_STATUS } from "../../../app/http/problem-response";
import { textsByKey } from "../../support/locale-texts";
import { ROOT, readText } from "../../support/sources";

const page = readText("docs/errors.md");
const TEXTS = { fr: textsByKey("fr"), en: textsByKey("en") };
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
  expect(catalogue).toHaveLength(32);
  const keys = [...page.matchAll(/`([\w-]+:[\w.]+)`/g)].map(([, key = ""]) => key);
  expect(keys.length).toBeGreaterThan(40);
  for (const locale of ["fr", "en"] as const) {
    expect(keys.filter((key) => TEXTS[locale].get(key) === undefined)).toEqual([]);
  }
});

describe("the error catalogue", () => {
  // spec: message.buyer-missing, message.product-missing-creation, message.wallet-absent-short
  // spec: message.wallet-failed
  test.each(catalogue)("%s", (_situation, text, key, evidence) => {
    const french = TEXTS.fr.get(bare(key));
    // No-break spaces are those of the locale files.
    expect(french?.replace(/[\u00a0\u202f]/g, " ")).toBe(text);
    const english = TEXTS.en.get(bare(key));
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
