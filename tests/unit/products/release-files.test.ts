import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { cleanFileName } from "../../../app/products/rules/file-names";
import {
  canZip,
  cleanReleaseName,
  findReleaseProblem,
  foldedName,
  MAX_LARGEST_FILES,
  MAX_RELEASE_FILES,
  MAX_ZIP_BYTES,
  numberedName,
} from "../../../app/products/rules/release-files";
import { anyText } from "../../support/any-text";

const MAX_FILE_BYTES = 1_000;

const bytesIn = (text: string) => new TextEncoder().encode(text).length;
const file = (name: string, sizeBytes = 1) => ({ name, sizeBytes });
const files = (count: number, sizeBytes = 1) =>
  Array.from({ length: count }, (_, at) => file(`${at}.pdf`, sizeBytes));

describe("the name of a file in a release", () => {
  test.each([
    ["album.zip", "album.zip"],
    ["Album/CD 1/01 Été.mp3", "01 Été.mp3"],
    ["C:\\music\\album.zip", "album.zip"],
    ["../../etc/passwd", "passwd"],
    ["a\u0000b\r\n.pdf", "ab .pdf"],
    ["evil\u202efdp.exe", "evilfdp.exe"],
    ["é.txt".normalize("NFD"), "é.txt"],
    ["half \ud83d.zip", "half .zip"],
    ['What? Why: <a|b> "c" *.mp3', "What_ Why_ _a_b_ _c_ _.mp3"],
    ["trailing. . .", "trailing"],
    [" .hidden", "hidden"],
    ["con", "_con"],
    ["Folder/NUL.txt", "_NUL.txt"],
    ["aux.tar.gz", "_aux.tar.gz"],
    ["COM1", "_COM1"],
    ["lpt9.log", "_lpt9.log"],
    ["COM².log", "_COM².log"],
    ["prn .txt", "_prn .txt"],
    ["COM0", "COM0"],
    ["COM10.txt", "COM10.txt"],
    ["console.log", "console.log"],
    ["icon", "icon"],
  ])("%j becomes %j", (given, clean) => {
    expect(cleanReleaseName(given)).toBe(clean);
  });

  test.each(["", " ", ".", "..", "a/", "a/..", "\\", "\u200b", "...\u0007"])(
    "nothing is left of %j",
    (given) => {
      expect(cleanReleaseName(given)).toBeNull();
    },
  );

  test.each([
    ["ASCII", "a".repeat(300), 180],
    ["two bytes a letter", "é".repeat(300), 198],
    ["three", "語".repeat(300), 198],
    ["four", "🎨".repeat(300), 196],
  ])("%s: is shortened before its extension", (_, stem, bytes) => {
    const name = cleanReleaseName(`${stem}.a`) ?? "";
    expect(name).toMatch(/\.a$/);
    expect(bytesIn(name)).toBeGreaterThanOrEqual(bytes - 2);
    expect(bytesIn(name)).toBeLessThanOrEqual(200);
  });

  test("is the same when cleaned again, here and as the name of a product's file", () => {
    const long = fc.tuple(anyText, fc.nat(250), anyText).map(([a, n, b]) => a + "é".repeat(n) + b);
    fc.assert(
      fc.property(fc.oneof(anyText, long), (text) => {
        const name = cleanReleaseName(text);
        if (name === null) return;
        expect(cleanReleaseName(name)).toBe(name);
        expect(cleanFileName(name)).toBe(name);
        expect(findReleaseProblem([file(name)], MAX_FILE_BYTES)).toBeNull();
        const numbered = numberedName(name, [name]);
        expect(foldedName(numbered)).not.toBe(foldedName(name));
        expect(cleanReleaseName(numbered)).toBe(numbered);
      }),
    );
  });
});

describe("files are refused as a release", () => {
  test.each([
    ["none", [], { kind: "empty" }],
    ["101", files(101), { kind: "too_many", limit: MAX_RELEASE_FILES }],
    ["one without bytes", [file("a"), file("b", 0)], { kind: "empty", index: 1 }],
    ["one of a negative size", [file("a", -1)], { kind: "empty", index: 0 }],
    ["one too big", [file("a"), file("b", 1_001)], { kind: "too_big", index: 1, limit: 1_000 }],
    ["together too big", files(6, 834), { kind: "too_big", limit: 5_000 }],
    ["the same name", [file("a"), file("b"), file("a")], { kind: "same_name", index: 2 }],
    ["another case", [file("Été.PDF"), file("été.pdf")], { kind: "same_name", index: 1 }],
  ])("%s", (_, given, problem) => {
    expect(findReleaseProblem(given, MAX_FILE_BYTES)).toEqual(problem);
  });

  test.each([
    "",
    ".",
    "..",
    "a/b",
    "a\\b",
    "a\u0000",
    "a\u007f",
    "a\n",
    "a.",
    "a ",
    " a",
    ".a",
    "CON",
    "nul.txt",
    "Lpt3",
    ...Array.from('<>:"|?*', (sign) => `a${sign}b`),
    "é".normalize("NFD"),
    "a\u202eb",
    "é".repeat(101),
    "a".repeat(181),
  ])("the name %j", (name) => {
    const given = [file("good.pdf"), file(name)];
    expect(findReleaseProblem(given, MAX_FILE_BYTES)).toEqual({ kind: "name", index: 1 });
  });

  test("others are good: a hundred, of the largest size, and of all bytes together", () => {
    expect(findReleaseProblem(files(MAX_RELEASE_FILES), MAX_FILE_BYTES)).toBeNull();
    const largest = files(MAX_LARGEST_FILES, MAX_FILE_BYTES);
    expect(findReleaseProblem(largest, MAX_FILE_BYTES)).toBeNull();
    const longest = file("é".repeat(100));
    expect(findReleaseProblem([longest], MAX_FILE_BYTES)).toBeNull();
  });
});

test("a zip has at most 4 GB of files", () => {
  expect(canZip([file("a", MAX_ZIP_BYTES - 1), file("b", 1)])).toBe(true);
  expect(canZip([file("a", MAX_ZIP_BYTES), file("b", 1)])).toBe(false);
});

describe("names that are one file on Windows or macOS", () => {
  test.each([
    ["a.pdf", "A.PDF"],
    ["ÉTÉ", "été"],
    ["é", "é".normalize("NFD")],
    ["Straße", "STRASSE"],
    ["STRAẞE", "strasse"],
    ["ΟΔΟΣ", "οδος"],
    ["οδοσ", "οδος"],
    ["\u212a", "k"],
    ["ﬁn", "FIN"],
    ["Ā", "ā"],
  ])("%s and %s fold to the same", (one, other) => {
    expect(foldedName(one)).toBe(foldedName(other));
  });

  test.each([
    ["e", "é"],
    ["a.pdf", "a.epub"],
    ["a b", "ab"],
    ["1", "¹"],
    ["あ", "ア"],
  ])("%s and %s do not", (one, other) => {
    expect(foldedName(one)).not.toBe(foldedName(other));
  });

  test("folding twice changes nothing more", () => {
    fc.assert(
      fc.property(anyText, (text) => {
        expect(foldedName(foldedName(text))).toBe(foldedName(text));
      }),
    );
  });
});

describe("a name that is taken gets a number", () => {
  test.each([
    ["a.pdf", [], "a.pdf"],
    ["a.pdf", ["b.pdf"], "a.pdf"],
    ["a.pdf", ["a.pdf"], "a (2).pdf"],
    ["a.pdf", ["A.PDF", "a (2).PDF"], "a (3).pdf"],
    ["a", ["a"], "a (2)"],
    ["a.tar.gz", ["a.tar.gz"], "a.tar (2).gz"],
    ["a (2).pdf", ["a (2).pdf"], "a (2) (2).pdf"],
  ])("%s beside %j: %s", (name, taken, free) => {
    expect(numberedName(name, taken)).toBe(free);
  });

  test("within the length of a name", () => {
    const long = `${"é".repeat(98)}.pdf`;
    expect(bytesIn(long)).toBe(200);
    expect(numberedName(long, [long])).toBe(`${"é".repeat(96)} (2).pdf`);
  });

  test("up to the hundredth of one name", () => {
    const names: string[] = [];
    for (let count = 0; count < MAX_RELEASE_FILES; count++)
      names.push(numberedName("a.pdf", names));
    expect(names.at(-1)).toBe("a (100).pdf");
    expect(
      findReleaseProblem(
        names.map((name) => file(name)),
        MAX_FILE_BYTES,
      ),
    ).toBeNull();
  });
});
