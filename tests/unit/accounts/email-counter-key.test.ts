import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import { emailCounterKey } from "../../../app/accounts/use-cases/email-counter-key";
import type { Settings } from "../../../app/lib/ports";

const EMAIL = "ada@example.com";
const keyOf = (email: string, sessionSecret: string, name = "password") =>
  emailCounterKey(name, email, { settings: { sessionSecret } as Settings });

test("an e-mail address always has the same counter key, which needs the secret to compute", async () => {
  const key = await keyOf(EMAIL, "one secret");
  expect(key).toMatch(/^password:[0-9a-f]{64}$/);
  expect(await keyOf(EMAIL, "one secret")).toBe(key);
  expect(await keyOf("eve@example.com", "one secret")).not.toBe(key);
  expect(await keyOf(EMAIL, "another secret")).not.toBe(key);
  expect(key).not.toContain(createHash("sha256").update(EMAIL).digest("hex"));
});
