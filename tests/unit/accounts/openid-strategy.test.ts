import type { SessionStorage } from "@remix-run/cloudflare";
import { expect, test } from "vitest";
import { googleSessions } from "../../../app/accounts/google/flow";
import { type OpenIdOptions, OpenIdStrategy } from "../../../app/accounts/google/openid-strategy";
import type { Settings } from "../../../app/lib/ports";

const origin = "https://comptoir.example";
const settings = { appOrigin: origin, sessionSecret: "a secret of 32 characters or more" };

/** The authorization URL of the redirect. */
async function leave(
  issuer: string,
  purpose: "sign-in" | "reauthenticate",
): Promise<URLSearchParams> {
  const strategy = new OpenIdStrategy({
    client: { clientId: "us", clientSecret: "secret" },
    callbackUrl: `${origin}/auth/google/callback`,
    provider: {
      issuer,
      authorization_endpoint: `${issuer}/auth`,
      token_endpoint: `${issuer}/token`,
    } as OpenIdOptions["provider"],
    intent: { purpose, uid: null, to: "/" },
    ports: { clock: { now: () => 0 }, ids: { token: () => "t" } } as OpenIdOptions["ports"],
  });
  const storage = (await googleSessions(settings as Settings)) as SessionStorage;
  const request = new Request(`${origin}/auth/google`);
  const answer: unknown = await strategy
    .authenticate(request, storage, {
      sessionKey: "",
      sessionErrorKey: "",
      sessionStrategyKey: "",
      name: "google",
    })
    .catch((thrown: unknown) => thrown);
  if (!(answer instanceof Response)) throw answer;
  return new URL(answer.headers.get("Location") ?? "").searchParams;
}

test("Google is asked to show the account chooser", async () => {
  const asked = await leave("https://accounts.google.com", "sign-in");
  expect(asked.get("prompt")).toBe("select_account");
  expect(asked.get("max_age")).toBeNull();
});

test("re-authentication uses Google's own parameter, and the standard's for other issuers", async () => {
  const google = await leave("https://accounts.google.com", "reauthenticate");
  expect([google.get("prompt"), google.get("max_age")]).toEqual(["select_account", "0"]);
  const other = await leave("https://id.example", "reauthenticate");
  expect([other.get("prompt"), other.get("max_age")]).toEqual(["login", "0"]);
});
