import { expect, test } from "vitest";
import { assertStrongPassword } from "../../../app/accounts/rules/password-rules";
import { Problem } from "../../../app/lib/problem";

const owner = { email: "lea.prints@atelier-lac.example", name: "Léa du Lac" };

/** The key of the refusal; null for an accepted password. */
function refusal(password: string, of = owner): string | null {
  try {
    assertStrongPassword(password, of);
    return null;
  } catch (error) {
    return error instanceof Problem ? (error.detail.messageKey ?? null) : String(error);
  }
}

// spec: identity.passwords
test.each([
  "comptoir2026",
  "Comptoir!2026",
  "2026comptoir",
  "ｃｏｍｐｔｏｉｒ2026",
  "comptoircomptoir",
  "lea.prints@atelier-lac.example",
  "lea.prints2026",
  "leaprints-1",
  "Prints_2026_",
  "léadulac2026",
  "Lea Du Lac 1",
  "atelierlac99",
  "comptoir-prints-26",
])("%s is made of the brand, the name or the address", (password) => {
  expect(refusal(password)).toBe("account:passwordGuessable");
});

test("an address of digits alone is no password either", () => {
  expect(refusal("1029384756!", { email: "1029384756@example.com", name: "" })).toBe(
    "account:passwordGuessable",
  );
});

test.each([
  "un comptoir vert",
  "lea-prints-monoprix",
  "correct horse",
  "7301 4952 8816",
  "lac gris 42",
])("%s has more than that", (password) => expect(refusal(password)).toBeNull());
