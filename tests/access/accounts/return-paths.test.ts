import { afterAll, beforeAll, expect, test } from "vitest";
import {
  type AppWithAccounts,
  type TestAccount,
  withAccounts,
} from "../../support/access/accounts";
import { type InProcessApp, startInProcessApp } from "../../support/app-here";
import { PASSWORD, signUp } from "../../support/sign-in";

let app: InProcessApp;
let target: AppWithAccounts;
let person: TestAccount;
const email = `${crypto.randomUUID()}@example.com`;

beforeAll(async () => {
  app = await startInProcessApp();
  target = withAccounts(app);
  person = await target.newAccount();
  await signUp({ origin: app.url, fetch }, email);
});

afterAll(() => app.stop());

const ELSEWHERE = [
  "//evil.example",
  "///evil.example",
  "/\\evil.example",
  "\\\\evil.example",
  "/%2Fevil.example",
  "/%2f%2fevil.example",
  "/%252Fevil.example",
  "/%5Cevil.example",
  "/..//evil.example",
  "/.//evil.example",
  "/\t/evil.example",
  "/\n/evil.example",
  "\t//evil.example",
  " //evil.example",
  "https://evil.example",
  "https:evil.example",
  "https:/\\evil.example",
  "HTTPS://evil.example/profil",
  "//user@evil.example",
  "http://localhost@evil.example",
  "@evil.example",
  ".evil.example",
  "javascript:alert(1)",
  "data:text/html,hello",
  "/\u0000/evil.example",
];

type Ask = (to: string) => Promise<Response>;
const query = (path: string, to: string) => `${path}?${new URLSearchParams({ to })}`;
const form = (fields: Record<string, string>) => ({
  method: "POST",
  body: new URLSearchParams(fields),
});

/** A subset for places that hash a password at each request. */
const HASHES = "POST /login";

/** Every request that takes a return path. */
const PLACES: Record<string, Ask> = {
  "GET /login, signed in": (to) => person.call(query("/login", to)),
  "GET /login.data, signed in": (to) => person.call(query("/login.data", to)),
  [HASHES]: (to) =>
    fetch(app.url + query("/login", to), {
      ...form({ intent: "sign-in", email, password: PASSWORD }),
      headers: { Origin: app.url },
      redirect: "manual",
    }),
  "POST /theme": (to) => person.call("/theme", form({ theme: "dark", to })),
  "POST /currency": (to) => person.call("/currency", form({ currency: "USD", to })),
  "POST /language-hint": (to) => person.call("/language-hint", form({ to })),
  "GET /profil/confirm": (to) => person.call(query("/profil/confirm", to)),
  "POST /profil/codes": (to) => person.call(query("/profil/codes", to), form({ intent: "kept" })),
  "GET /auth/google": (to) => person.call(query("/auth/google", to)),
  "GET /auth/google/proof": (to) => person.call(query("/auth/google/proof", to)),
};

test.each(Object.entries(PLACES))("%s ignores return paths to other origins", async (name, ask) => {
  for (const to of ELSEWHERE.filter((_, n) => name !== HASHES || n % 6 === 0)) {
    const answer = await ask(to);
    const body = await answer.text();
    const location = answer.headers.get("Location");
    expect([to, answer.status < 500]).toEqual([to, true]);
    if (location === null) {
      // A page may repeat it in its forms and links.
      expect([to, body.includes("evil.example")]).toEqual([to, false]);
      continue;
    }
    const gone = new URL(location, app.url);
    expect([to, gone.origin, gone.searchParams.get("to") ?? ""]).toEqual([
      to,
      app.url,
      expect.not.stringContaining("evil"),
    ]);
    expect(location).toMatch(/^\/(?![/\\])/);
  }
});

test("a path of the app is followed by each of these requests", async () => {
  const to = "/shop?q=rain";
  for (const [name, ask] of Object.entries(PLACES)) {
    // Google is not configured here.
    if (name.includes("/auth/google")) continue;
    const answer = await ask(to);
    const actual = (answer.headers.get("Location") ?? "") + (await answer.text());
    expect([
      name,
      actual.includes("/shop?q=rain") || actual.includes(encodeURIComponent(to)),
    ]).toEqual([name, true]);
  }
});

// spec: identity.return-path
test.each([
  "//evil.example",
  "//evil.example/..",
  "/\\evil.example",
  "/%5Cevil.example/",
  "/.//evil.example",
])("the return path %s stays on the app's origin", async (path) => {
  const answer = await fetch(app.url + path, { redirect: "manual" });
  const location = answer.headers.get("Location");
  if (location !== null) expect(new URL(location, app.url).host).toBe(new URL(app.url).host);
});
