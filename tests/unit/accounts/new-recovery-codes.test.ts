import type { AppLoadContext } from "@remix-run/cloudflare";
import { expect, test } from "vitest";
import {
  closeRecoveryCodesBanner,
  issueRecoveryCodes,
  offersNewRecoveryCodes,
  readNewRecoveryCodes,
} from "../../../app/accounts/http/new-recovery-codes";
import { createEncryption } from "../../../workers/encryption";

const MINUTE = 60_000;
const SECRET = "a secret that only tests know, 32+ characters";

/** Dependencies of writing and reading the cookie at a given time. */
function at(now: number, secret = SECRET): AppLoadContext {
  let made = 0;
  const ports = {
    clock: { now: () => now },
    ids: { bytes: (count: number) => new Uint8Array(count).fill(++made) },
    passwords: { byUid: async () => ({ email: "ada@example.com", hash: "" }) },
    recoveryCodes: { replace: async () => undefined },
    encryption: createEncryption({ sessionSecret: secret }),
    settings: { appOrigin: "https://comptoir.example" },
  };
  return { ports } as unknown as AppLoadContext;
}

const asked = (cookie: string) =>
  new Request("https://comptoir.example/profil/codes", { headers: { Cookie: cookie } });
const cookieAt = async (now: number) =>
  (await issueRecoveryCodes("ada", at(now))).split(";")[0] ?? "";

test("the cookie is Secure, HttpOnly and limited to the profile's path", async () => {
  const header = await issueRecoveryCodes("ada", at(0));
  expect(header).toMatch(
    /^shown-codes=[\w-]{8}\.[\w-]+; Path=\/; Max-Age=900; HttpOnly; SameSite=Lax/,
  );
  expect(header).toMatch(/; Secure$/);
});

// spec: identity.recovery-ui
test("codes are shown for 15 minutes, even with the cookie kept", async () => {
  const request = asked(await cookieAt(0));
  const read = (context: AppLoadContext) => readNewRecoveryCodes("ada", { request, context });
  expect(await read(at(15 * MINUTE - 1))).toHaveLength(10);
  expect(await read(at(15 * MINUTE))).toBeNull();
});

test("a closed banner stays closed for these codes, which stay readable as long as before", async () => {
  const read = async (cookie: string | null, now: number) => {
    const args = { request: asked(cookie?.split(";")[0] ?? ""), context: at(now) };
    const codes = await readNewRecoveryCodes("ada", args);
    return [await offersNewRecoveryCodes("ada", args), codes?.length ?? 0];
  };
  const cookie = await cookieAt(0);
  expect(await read(cookie, 0)).toEqual([true, 10]);
  const args = { request: asked(cookie), context: at(10 * MINUTE) };
  const closed = await closeRecoveryCodesBanner("ada", args);
  expect(await read(closed, 15 * MINUTE - 1)).toEqual([false, 10]);
  expect(await read(closed, 15 * MINUTE)).toEqual([false, 0]);
  expect(await read(await cookieAt(0), 0)).toEqual([true, 10]);
  expect(await closeRecoveryCodesBanner("eve", args)).toBeNull();
});

test("another account, another secret or a tampered cookie does not show them", async () => {
  const cookie = await cookieAt(0);
  const context = at(0);
  expect(await readNewRecoveryCodes("eve", { request: asked(cookie), context })).toBeNull();
  const elsewhere = at(0, "another secret of 32 characters or more");
  expect(
    await readNewRecoveryCodes("ada", { request: asked(cookie), context: elsewhere }),
  ).toBeNull();
  const [name, value = ""] = cookie.split("=");
  const flipped = value.slice(0, 40) + (value[40] === "A" ? "B" : "A") + value.slice(41);
  for (const forged of [flipped, value.slice(0, -3), "", "A", "A".repeat(1_999), "%00", "é"]) {
    const request = new Request("https://comptoir.example/profil/codes");
    request.headers.set("Cookie", encodeURI(`${name}=${forged}`));
    expect(await readNewRecoveryCodes("ada", { request, context })).toBeNull();
  }
});
