import fc from "fast-check";
import { expect, test } from "vitest";
import { localPath } from "../../../app/lib/return-path";

test.each([
  ["/profil", "/profil"],
  ["/acheter/abc?x=1&y=%2F#here", "/acheter/abc?x=1&y=%2F#here"],
  ["/shop?q=https://elsewhere.example", "/shop?q=https://elsewhere.example"],
  ["/shop/../profil", "/profil"],
])("%s is followed", (raw, path) => {
  expect(localPath(raw)).toBe(path);
});

test.each([
  null,
  "",
  "profil",
  "//evil.example",
  "///evil.example",
  "/\\evil.example",
  "\\\\evil.example",
  "/%2Fevil.example",
  "/%2f%2fevil.example",
  "/%252Fevil.example",
  "/%5Cevil.example",
  "/..//evil.example",
  "/./%2e//evil.example",
  "/\t/evil.example",
  "/\n/evil.example",
  "https://evil.example",
  "javascript:alert(1)",
  "/login?to=/login",
  "/logout",
])("%j is not followed", (raw) => {
  expect(localPath(raw)).toBeNull();
});

test("any input results in a path on this host", () => {
  const piece = fc.constantFrom(
    "/",
    "\\",
    ".",
    "..",
    "%2F",
    "%5c",
    "%2e",
    "@",
    ":",
    "a",
    "?",
    "#",
    "\t",
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
      const path = localPath(`/${pieces.join("")}`);
      if (path === null) return;
      expect(new URL(path, "https://ours.example/login").origin).toBe("https://ours.example");
    }),
  );
});
