import { readFileSync } from "node:fs";
import { join } from "node:path";
import { createSignInMessageText } from "@solana/wallet-standard-util";
import { expect, test } from "vitest";
import { signInMessage, signInText } from "../../../app/solana/sign-in-message";

const challenge = {
  nonce: "0123456789abcdef0123456789abcdef",
  statement: "Sign in with this wallet.",
  issuedAt: 1_700_000_000_000,
  expiresAt: 1_700_000_300_000,
};

test("the text equals that of the reference implementation", () => {
  const message = signInMessage(challenge, "https://comptoir.example:8443");
  const address = "9mcMKgAictjWPfyEjTW4TzgK5L4fXgS8oqvD8X66sMHJ";
  expect(signInText(message, address)).toBe(createSignInMessageText({ ...message, address }));
  expect(message.domain).toBe("comptoir.example:8443");
});

test("statements are one line of ASCII, as the format requires", () => {
  for (const locale of ["fr", "en"]) {
    const file = join(import.meta.dirname, `../../../locales/${locale}/wallet.json`);
    const { statement } = JSON.parse(readFileSync(file, "utf8")).wallet;
    for (const text of Object.values(statement)) expect(text).toMatch(/^[\x20-\x7e]+$/);
  }
});
