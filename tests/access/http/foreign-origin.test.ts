import { afterAll, beforeAll, expect, test } from "vitest";
import { ACCESS, isForWallets } from "../../../app/http/access";
import routes from "../../../app/routes";
import {
  type AppWithAccounts,
  type TestAccount,
  withAccounts,
} from "../../support/access/accounts";
import { fixturesOf } from "../../support/access/fixtures";
import {
  type HttpMethod,
  isUnsafe,
  REQUEST_KINDS,
  requestRoute,
} from "../../support/access/request-route";
import { type InProcessApp, startInProcessApp } from "../../support/app-here";
import { sql } from "../../support/app-under-test";
import { routePaths } from "../../support/route-paths";

let app: InProcessApp;
let target: AppWithAccounts;
let owner: TestAccount;

beforeAll(async () => {
  app = await startInProcessApp();
  target = withAccounts(app);
  owner = await target.newAccount();
});

afterAll(() => app.stop());

/** Origins that a foreign page can send, and some that resemble the app's. */
function foreignOrigins(): Record<string, string> {
  const { host, port, hostname } = new URL(app.url);
  return {
    opaque: "null",
    elsewhere: "https://elsewhere.example",
    "our host and more": `http://${hostname}.evil.example:${port}`,
    "more and our host": `http://evil-${host}`,
    "our host as user": `http://${host}@evil.example`,
    "another port": `http://${hostname}:${Number(port) + 1}`,
    "no port": `http://${hostname}`,
    "another scheme": `https://${host}`,
    "with a path": `${app.url}/`,
    twice: `${app.url}, https://elsewhere.example`,
  };
}

const unsafe = routePaths(routes).flatMap((route) => {
  const access = ACCESS[route.id] ?? {};
  const methods = Object.keys(access) as HttpMethod[];
  return isForWallets(access)
    ? []
    : methods.filter(isUnsafe).map((method) => ({ ...route, method }));
});

// spec: json.origin
test.each(unsafe)(
  "$method $address answers 403 foreign_origin to other origins, signed in or not",
  async ({ method, ...route }) => {
    const [make] = fixturesOf(route);
    const fixture = await make?.(owner, target);
    if (!fixture) throw new Error("there is no way to ask");
    for (const kind of REQUEST_KINDS) {
      for (const [what, Origin] of Object.entries(foreignOrigins())) {
        const headers = { Origin, Referer: `${app.url}/` };
        const answer = await requestRoute(target, {
          account: owner,
          method,
          fixture,
          id: fixture.id,
          kind,
          headers,
        });
        expect([what, answer.status]).toEqual([what, 403]);
        expect(JSON.parse(answer.body)).toMatchObject({ error: { code: "foreign_origin" } });
      }
    }
  },
);

// spec: call.auth-token
test("a request without an Origin header answers 403, even with the cookie and the app as referrer", async () => {
  for (const path of ["/profil", "/api/proof", "/logout", "/dashboard.data"]) {
    const answer = await fetch(app.url + path, {
      method: "POST",
      headers: { Cookie: owner.headers.Cookie ?? "", Referer: app.url },
      body: new URLSearchParams({ intent: "sign-out-others" }),
    });
    expect([path, answer.status]).toEqual([path, 403]);
  }
});

test("the refused requests changed no name, session or product", async () => {
  const [user] = await sql(target, "SELECT * FROM users WHERE uid = ?", owner.uid);
  expect(user).toMatchObject({ display_name: "Somebody", deleted_at: null, wallet: owner.wallet });
  expect((await owner.call("/profil")).status).toBe(200);
  const [own] = await sql(target, "SELECT COUNT(*) AS n FROM products WHERE status = 'disabled'");
  expect(own?.n).toBe(0);
});

// spec: json.origin
test("wallet endpoints answer any origin and ignore the session", async () => {
  const productId = await target.newProduct(await target.newAccount());
  const path = `/api/actions/buy/${productId}`;
  const asked = (headers: Record<string, string>) => fetch(app.url + path, { headers });
  const [bare, withCookie] = await Promise.all([
    asked({ Origin: "https://elsewhere.example" }),
    asked({ Origin: "https://elsewhere.example", Cookie: owner.headers.Cookie ?? "" }),
  ]);
  expect([bare.status, withCookie.status]).toEqual([200, 200]);
  expect(await withCookie.text()).toBe(await bare.text());
  expect(bare.headers.get("Access-Control-Allow-Origin")).toBe("*");
  expect(bare.headers.get("Access-Control-Allow-Credentials")).toBeNull();
});

test("no other answer has CORS headers", async () => {
  for (const path of ["/", "/profil", "/api/transactions/x", "/health", "/profil.data"]) {
    const answer = await owner.call(path, { headers: { Origin: "https://elsewhere.example" } });
    expect([path, answer.headers.get("Access-Control-Allow-Origin")]).toEqual([path, null]);
  }
});
