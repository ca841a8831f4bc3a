import { request } from "node:http";
import { PNG } from "pngjs";
import { afterAll, beforeAll, expect, test } from "vitest";
import {
  type AppWithAccounts,
  type TestAccount,
  withAccounts,
} from "../../support/access/accounts";
import { type InProcessApp, startInProcessApp } from "../../support/app-here";

let app: InProcessApp;
let target: AppWithAccounts;
let person: TestAccount;

beforeAll(async () => {
  app = await startInProcessApp();
  target = withAccounts(app);
  person = await target.newAccount();
});

afterAll(() => app.stop());

test.each(["/profil?_data=profile", "/shop?_data=shop", "/shop?_data=root", "/shop?_data=nothing"])(
  "%s, the older data request format, is refused",
  async (path) => {
    expect((await person.call(path)).status).toBe(404);
  },
);

test.each([
  "/profil.data",
  "/profil.data?_routes=profile",
  "/profil.data?_routes=root,profile",
  "/profil/.data",
  "/%70rofil.data",
  "/PROFIL.data",
  "/profil.data/",
  "//profil",
  "/profil//",
  "/profil%2F",
  "/./profil.data",
  "/profil?index",
])("%s shows no profile data to a visitor", async (path) => {
  const answer = await fetch(app.url + path, { redirect: "manual" });
  expect(answer.status).not.toBe(200);
  expect(answer.status).toBeLessThan(500);
  expect(await answer.text()).not.toContain("displayName");
});

// spec: json.input
test.each([
  "/%",
  "/%E0%A4%A",
  "/%00",
  "/acheter/%00",
  "/acheter/%F0%9F%92%A9",
  `/acheter/${"x".repeat(8_000)}`,
  "/sell/'%20OR%201=1--",
  "/shop?page=-1&min=NaN&max=1e999&sort=__proto__&category=constructor",
  "/shop?q=%00%FF",
  `/shop?q=${"%22".repeat(500)}`,
  "/api/transactions/%2e%2e%2f",
  "/download/%2e%2e",
  "/media/..%2f..%2fprotectedFiles",
  "/__manifest?p=%2F%E0%A4%A&version=x",
  "/shop?lang=fr&lang=xx",
])("%s is answered below 500", async (path) => {
  for (const suffix of ["", ".data"]) {
    const answer = await person.call(path.replace(/(?=\?|$)/, suffix));
    expect(answer.status).toBeLessThan(500);
  }
});

test("static files and icons are served with nosniff", async () => {
  const html = await (await fetch(`${app.url}/`)).text();
  const [, asset = ""] = /href="(\/assets\/[^"]+\.css)"/.exec(html) ?? [];
  for (const path of ["/favicon.svg", "/favicon.ico", "/icon.svg", asset]) {
    const answer = await fetch(app.url + path);
    await answer.body?.cancel();
    const actual = [path, answer.status, answer.headers.get("X-Content-Type-Options")];
    expect(actual).toEqual([path, 200, "nosniff"]);
  }
});

// spec: web.well-known
test("favicon.ico is an icon file, with a picture of each size in its directory", async () => {
  const answer = await fetch(`${app.url}/favicon.ico`);
  expect(answer.headers.get("Content-Type")).toMatch(/^image\/(x-icon|vnd\.microsoft\.icon)$/);
  const file = Buffer.from(await answer.arrayBuffer());
  expect([file.readUInt16LE(0), file.readUInt16LE(2)]).toEqual([0, 1]);
  const sizes = Array.from({ length: file.readUInt16LE(4) }, (_, at) => {
    const entry = file.subarray(6 + 16 * at, 22 + 16 * at);
    const start = entry.readUInt32LE(12);
    const { width, height } = PNG.sync.read(file.subarray(start, start + entry.readUInt32LE(8)));
    expect([width, height]).toEqual([entry[0], entry[1]]);
    return width;
  });
  expect(sizes).toEqual([16, 32, 48]);
});

// spec: json.methods
test.each(["PROPFIND", "PURGE", "QUERY"])("the method %s answers 405", async (method) => {
  for (const path of ["/", "/login", "/api/transactions", "/nothing"]) {
    const headers = { ...person.headers };
    const status = await send(path, { method, headers });
    expect([path, status]).toEqual([path, 405]);
  }
});

const SAID: Record<string, string>[] = [
  { "X-Forwarded-Host": "elsewhere.example" },
  { "X-Forwarded-Host": "elsewhere.example, localhost" },
  { Host: "elsewhere.example" },
  { "X-Forwarded-Proto": "https", "X-Forwarded-For": "1.2.3.4" },
];

test.each(SAID)(
  "a same-origin form is accepted whatever host a proxy forwards: %o",
  async (actual) => {
    const headers: Record<string, string> = {
      ...person.headers,
      "Content-Type": "application/x-www-form-urlencoded",
    };
    for (const path of ["/profil", "/profil.data"]) {
      const status = await send(path, {
        method: "POST",
        headers: { ...headers, ...actual },
        body: "intent=rename&name=Somebody",
      });
      expect([path, status]).toEqual([path, path.endsWith(".data") ? 202 : 302]);
    }
  },
);

/** Sends through node:http, which allows any method and any Host header. */
function send(
  path: string,
  { body, ...options }: { method: string; headers: Record<string, string>; body?: string },
): Promise<number> {
  return new Promise((resolve, reject) => {
    const asked = request(app.url + path, options, (answer) => {
      answer.resume().on("end", () => resolve(answer.statusCode ?? 0));
    });
    asked.on("error", reject).end(body);
  });
}

test("the Worker that gives a local process the database answers nobody else", async () => {
  const body = JSON.stringify({ statements: [{ sql: "SELECT * FROM users", params: [] }] });
  for (const path of ["/", "/query", "/store?key=a"]) {
    const headers = { "MF-Route-Override": "database", "X-Key": "a guess" };
    const answer = await fetch(app.url + path, { method: "POST", headers, body });
    expect(answer.status).toBe(404);
    expect(await answer.text()).toBe("");
  }
});
