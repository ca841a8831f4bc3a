import { env, SELF } from "cloudflare:test";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { newCachedSite } from "../../support/cached-site";
import { insertProduct } from "../../support/factories/product";
import { logFaults } from "../../support/log-faults";
import { newSeller, ORIGIN } from "../../support/seller";

type Line = Record<string, unknown> & { event: string; id?: string };

/** What the Worker writes; it runs in the isolate of the test. */
let lines: string[] = [];
beforeEach(() => {
  lines = [];
  for (const level of ["info", "warn", "error"] as const) {
    vi.spyOn(console, level).mockImplementation((line) => void lines.push(String(line)));
  }
});
afterEach(() => vi.restoreAllMocks());

const written = (event: string) =>
  lines.map((line) => JSON.parse(line) as Line).filter((line) => line.event === event);
const idOf = ({ headers }: Pick<Response, "headers">) => headers.get("X-Request-Id") ?? "";

/** Runs `work` while a table is missing, as where the database fails. */
async function without<T>(table: string, work: () => Promise<T>): Promise<T> {
  await env.DB.prepare(`ALTER TABLE ${table} RENAME TO ${table}_away`).run();
  try {
    return await work();
  } finally {
    await env.DB.prepare(`ALTER TABLE ${table}_away RENAME TO ${table}`).run();
  }
}

const TOKEN = "Zk3_pQ-8vYbN2sLw0RtXhGcJmUaE5oFiD7yKqTnVrPx";

// spec: log.line, log.private
test.each<[string, RequestInit, string, number]>([
  ["/shop?q=hats%20of%20alice@example.com", {}, "shop", 200],
  [`/download/${TOKEN}`, { headers: { "CF-Connecting-IP": "203.0.113.9" } }, "download", 404],
  ["/acheter/nothing.data", {}, "buy", 404],
  ["/a/b/c/d?secret=1", {}, "catch-all", 302],
  ["/api/transactions", { method: "POST", headers: { Origin: ORIGIN } }, "api-orders", 401],
  ["/v1/nothing", { method: "DELETE" }, "catch-all", 404],
])("%s is one line, by its route", async (path, init, route, status) => {
  const headers = { ...init.headers, Cookie: "tz=Europe/Paris", Host: "localhost" };
  const answer = await SELF.fetch(ORIGIN + path, { redirect: "manual", ...init, headers });
  await answer.body?.cancel();
  expect(answer.status).toBe(status);
  expect(written("request")).toEqual([
    {
      t: expect.any(String),
      level: "info",
      event: "request",
      id: idOf(answer),
      route,
      method: init.method ?? "GET",
      status,
      ms: expect.any(Number),
    },
  ]);
  expect(logFaults(lines)).toEqual([]);
});

// spec: log.reference
test.each([
  ["fr", "Référence de l’erreur : "],
  ["en", "Error reference: "],
])(
  "an unexpected error has one reference on its page, in JSON and in the log (%s)",
  async (locale, words) => {
    const { uid, wallet } = await newSeller();
    const product = await insertProduct(env.DB, uid, { recipient: wallet });
    const headers = { Cookie: `locale=${locale}`, "Accept-Language": locale };
    const page = await without("products", () =>
      SELF.fetch(`${ORIGIN}/acheter/${product}`, { headers }),
    );
    const data = await without("products", () =>
      SELF.fetch(`${ORIGIN}/acheter/${product}.data`, { headers }),
    );
    const action = await without("products", () =>
      SELF.fetch(`${ORIGIN}/api/actions/buy/${product}`, { headers }),
    );
    const answers = [page, data, action];
    for (const answer of answers) {
      expect(answer.status).toBe(503);
      const text = (await answer.text()).replaceAll("\u00a0", " ");
      expect(text).toContain(`${words}${idOf(answer)}`);
    }
    expect(new Set(answers.map(idOf)).size).toBe(3);
    const logged = written("request_failed");
    expect(answers.map(idOf).filter((id) => !logged.some((line) => line.id === id))).toEqual([]);
    expect(logged[0]).toMatchObject({
      level: "error",
      error: { cause: { message: expect.stringContaining("no such table: products") } },
    });
    expect(logFaults(lines)).toEqual([]);
  },
);

// spec: log.reference
test("a refusal that says what to do has none, and a client can't choose an id", async () => {
  const headers = { Cookie: "locale=en", "X-Request-Id": "MINE0000" };
  const missing = await SELF.fetch(`${ORIGIN}/acheter/nothing`, { headers });
  expect(idOf(missing)).toMatch(/^[0-9A-HJKMNP-TV-Z]{8}$/);
  expect(await missing.text()).not.toContain("Error reference");
  const failed = await without("products", () => SELF.fetch(`${ORIGIN}/acheter/x`, { headers }));
  const text = await failed.text();
  expect(text).toContain(`Error reference: ${idOf(failed)}`);
  expect(text).not.toContain("MINE0000");
});

test("an answer of the page cache has an id of its own, and the kept page none", async () => {
  const site = newCachedSite();
  const answers = [await site.ask("/about"), await site.ask("/about"), await site.ask("/about")];
  const ids = answers.map(idOf);
  expect(new Set(ids).size).toBe(3);
  expect(answers[2]?.statements).toBe(0);
  for (const { html } of answers) for (const id of ids) expect(html).not.toContain(id);
  expect(written("request").map(({ id, route }) => [id, route])).toEqual(
    ids.map((id) => [id, "about"]),
  );
});

test("a Worker without its settings names them in the log, and says so to nobody else", async () => {
  const site = newCachedSite({ more: { SESSION_SECRET: "short" } });
  const answer = await site.ask("/about", { headers: { Cookie: "locale=en" } });
  expect(answer.status).toBe(503);
  expect(answer.html).toContain("This shop is not set up yet. Come back a little later.");
  expect(written("settings_missing")).toMatchObject([
    { id: idOf(answer), names: "SESSION_SECRET" },
  ]);
  expect(written("request")).toMatchObject([{ id: idOf(answer), route: "about", status: 503 }]);
});
