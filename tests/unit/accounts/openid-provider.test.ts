import { expect, test } from "vitest";
import { findProvider } from "../../../app/accounts/google/provider";
import { serve } from "../../support/http-server";

/** A loopback server that gives every request the same answer, and counts requests. */
async function issuerThat(answer: (issuer: string) => { status?: number; body: unknown }) {
  const counted = { issuer: "", times: 0 };
  const { url, close } = await serve((_, res) => {
    counted.times += 1;
    const { status = 200, body } = answer(counted.issuer);
    res.writeHead(status).end(typeof body === "string" ? body : JSON.stringify(body));
  });
  return Object.assign(counted, { issuer: url, close });
}

const document = (issuer: string) => ({
  issuer,
  authorization_endpoint: `${issuer}/auth`,
  token_endpoint: `${issuer}/token`,
  jwks_uri: `${issuer}/keys`,
});

test("the discovery document is fetched once an hour", async () => {
  const asked = await issuerThat((issuer) => ({ body: document(issuer) }));
  const provider = await findProvider(asked.issuer, 0);
  expect(provider.token_endpoint).toBe(`${asked.issuer}/token`);
  await findProvider(asked.issuer, 3_599_999);
  expect(asked.times).toBe(1);
  await findProvider(asked.issuer, 3_600_000);
  expect(asked.times).toBe(2);
});

test("a failing issuer keeps its cached discovery document", async () => {
  let fails = false;
  const asked = await issuerThat((issuer) => ({ body: fails ? "" : document(issuer) }));
  await findProvider(asked.issuer, 0);
  fails = true;
  const provider = await findProvider(asked.issuer, 4_000_000);
  expect(provider.token_endpoint).toBe(`${asked.issuer}/token`);
});

test.each<[string, (issuer: string) => { status?: number; body: unknown }]>([
  ["names another issuer", () => ({ body: document("https://accounts.google.com") })],
  ["answers invalid JSON", () => ({ body: "<!doctype html>" })],
  ["omits an endpoint", (issuer) => ({ body: { ...document(issuer), jwks_uri: undefined } })],
  [
    "names an endpoint that is not a web URL",
    (issuer) => ({ body: { ...document(issuer), token_endpoint: "file:///etc/passwd" } }),
  ],
  ["fails", () => ({ status: 500, body: "" })],
])("an issuer that %s is temporarily unavailable", async (_, answer) => {
  const { issuer } = await issuerThat(answer);
  await expect(findProvider(issuer, 0)).rejects.toMatchObject({
    code: "unavailable",
    detail: { messageKey: "google:unavailable" },
  });
});

test("an unreachable issuer is temporarily unavailable", async () => {
  const { issuer, close } = await issuerThat(() => ({ body: "" }));
  close();
  await expect(findProvider(issuer, 0)).rejects.toMatchObject({ code: "unavailable" });
});
