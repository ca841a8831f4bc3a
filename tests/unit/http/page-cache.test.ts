import { expect, test } from "vitest";
import type { CachedPage } from "../../../app/http/page-cache/cached-page";
import { createPageCache, FRESH_MS, MAX_AGE_MS } from "../../../app/http/page-cache/page-cache";
import { createPageMemory } from "../../../app/http/page-cache/page-memory";
import { noLog } from "../../support/log";

const ORIGIN = "https://app.example";
const HEADERS = { "Content-Type": "text/html; charset=utf-8" };

type Render = (nonce: string, request: Request) => Response | Promise<Response>;

/** A page with script, whose text is `text`. */
function pageOf(text: string, nonce: string, headers: HeadersInit = {}): Response {
  const policy = `script-src 'nonce-${nonce}'`;
  return new Response(`<script nonce="${nonce}"></script>${text}<script nonce="${nonce}">`, {
    headers: { ...HEADERS, "Content-Security-Policy": policy, ...headers },
  });
}

/** A cache with a clock that stands still, and what it asked for. */
function newCache(first: Render, store?: Map<string, CachedPage> | "broken") {
  const state = { now: 1_000_000, render: first, rendered: [] as Request[], polls: 0 };
  const pages = store === "broken" ? null : (store ?? new Map<string, CachedPage>());
  const work: Promise<unknown>[] = [];
  const answer = createPageCache({
    appOrigin: ORIGIN,
    clock: { now: () => state.now },
    log: noLog,
    memory: createPageMemory(),
    store: {
      async get(key) {
        if (!pages) throw new Error("no second tier");
        return pages.get(key) ?? null;
      },
      async put(key, page) {
        if (!pages) throw new Error("no second tier");
        pages.set(key, page);
      },
    },
    routeOf: (path) => (path === "/page" ? { isCanonical: () => true } : undefined),
    wait: async () => {
      state.polls++;
      await new Promise((resolve) => setImmediate(resolve));
    },
  });
  const entry = {
    async render(request: Request, nonce?: string) {
      if (!nonce) return new Response("rendered for one");
      state.rendered.push(request);
      return state.render(nonce, request);
    },
    waitUntil: (one: Promise<unknown>) => void work.push(one),
  };
  const start = (path = "/page", init: RequestInit = {}) =>
    answer(new Request(ORIGIN + path, init), entry);
  return {
    state,
    pages,
    /** Sends a request that is lost while its page is rendered. */
    async lose(): Promise<void> {
      const before = state.rendered.length;
      void start();
      await expect.poll(() => state.rendered.length, { interval: 1 }).toBe(before + 1);
      work.length = 0;
    },
    /** The text without scripts, after all work has ended. */
    async ask(path?: string, init?: RequestInit): Promise<string> {
      const text = await (await start(path, init)).text();
      while (work.length > 0) await work.pop();
      return text.replace(/<[^>]*>/g, "");
    },
  };
}

const old: Render = (nonce) => pageOf("old", nonce);
const next: Render = (nonce) => pageOf("next", nonce);

test("fresh for 2 s, stale while it is renewed, and never 5 s old, by its own clock", async () => {
  for (const [age, texts] of [
    [FRESH_MS - 1, ["old", "old"]],
    [FRESH_MS, ["old", "next"]],
    [MAX_AGE_MS - 1, ["old", "next"]],
    [MAX_AGE_MS, ["next", "next"]],
  ] as const) {
    const cache = newCache(old);
    await cache.ask();
    cache.state.render = next;
    cache.state.now += age;
    expect([age, await cache.ask(), await cache.ask()]).toEqual([age, ...texts]);
  }
});

test("the age counts from the beginning of the rendering", async () => {
  const cache = newCache((nonce) => {
    cache.state.now += 4_000;
    return pageOf("slow", nonce);
  });
  expect(await cache.ask()).toBe("slow");
  cache.state.now += 1_000;
  cache.state.render = next;
  expect(await cache.ask()).toBe("next");
});

test("while one request renders, the others wait for its page", async () => {
  const cache = newCache(old);
  const texts = await Promise.all(Array.from({ length: 20 }, () => cache.ask()));
  expect(texts).toEqual(Array.from({ length: 20 }, () => "old"));
  expect(cache.state.rendered).toHaveLength(1);
  expect(cache.state.polls).toBeGreaterThan(0);
});

test("those who waited for an answer that is not kept ask for their own", async () => {
  const cache = newCache(() => new Response("missing", { status: 404, headers: HEADERS }));
  const texts = await Promise.all(Array.from({ length: 3 }, () => cache.ask()));
  expect(texts).toEqual(["missing", "missing", "missing"]);
  expect(cache.state.rendered).toHaveLength(3);
});

test("a rendering that never ends is given up: by those who wait, and after 5 s by all", async () => {
  const lost = () => new Promise<Response>(() => undefined);
  const cache = newCache(lost);
  await cache.lose();
  cache.state.render = next;
  expect(await cache.ask()).toBe("next");
  expect(cache.state.polls).toBe(8);
  cache.state.render = lost;
  cache.state.now += MAX_AGE_MS;
  await cache.lose();
  cache.state.now += MAX_AGE_MS;
  cache.state.render = next;
  expect(await cache.ask()).toBe("next");
  expect(cache.state.polls).toBe(8);
});

test("a renewal that fails is repeated by the next request", async () => {
  const cache = newCache(old);
  await cache.ask();
  cache.state.now += FRESH_MS;
  cache.state.render = () => Promise.reject(new Error("rendering failed"));
  expect(await cache.ask()).toBe("old");
  cache.state.render = next;
  expect(await cache.ask()).toBe("old");
  expect(await cache.ask()).toBe("next");
});

test("an error of the first rendering is the request's own", async () => {
  const cache = newCache(() => Promise.reject(new Error("rendering failed")));
  await expect(cache.ask()).rejects.toThrow("rendering failed");
});

const LARGE = "x".repeat(600_000);
test.each<[string, Render]>([
  ["with a cookie", (nonce) => pageOf("old", nonce, { "Set-Cookie": "a=b" })],
  ["that is no page", (nonce) => pageOf("old", nonce, { "Content-Type": "application/json" })],
  ["without a policy", () => new Response("old", { headers: HEADERS })],
  ["with an error", (nonce) => new Response(pageOf("old", nonce).body, { status: 503 })],
  ["that is too large", (nonce) => pageOf(LARGE, nonce)],
  [
    "whose policy does not have its nonce",
    (nonce) => pageOf("old", nonce, { "Content-Security-Policy": "script-src 'none'" }),
  ],
  [
    "that breaks off",
    (nonce) => {
      const { headers } = pageOf("old", nonce);
      let parts = 0;
      const body = new ReadableStream({
        pull(controller) {
          if (parts++ > 0) controller.error(new Error("broken off"));
          else controller.enqueue(new TextEncoder().encode(`old${nonce}`));
        },
      });
      return new Response(body, { headers });
    },
  ],
])("an answer %s is not kept", async (_, render) => {
  const cache = newCache(render);
  await cache.ask().catch(() => undefined);
  cache.state.render = next;
  expect(await cache.ask()).toBe("next");
  expect([...(cache.pages?.values() ?? [])]).toHaveLength(1);
});

test("without the second tier pages are kept in memory", async () => {
  const cache = newCache(old, "broken");
  expect([await cache.ask(), await cache.ask()]).toEqual(["old", "old"]);
  expect(cache.state.rendered).toHaveLength(1);
});

test("a page of the second tier from a clock that is ahead is used within 5 s", async () => {
  const pages = new Map<string, CachedPage>();
  const first = newCache(old, pages);
  first.state.now += MAX_AGE_MS - 1;
  await first.ask();
  expect(await newCache(next, pages).ask()).toBe("old");
  first.state.now += MAX_AGE_MS + 1;
  await first.ask();
  expect(await newCache(next, pages).ask()).toBe("next");
});

test("the page is rendered for a request that is made of the key alone", async () => {
  const cache = newCache(old);
  const headers = {
    Cookie: "theme=dark; tz=Europe/Paris; other=1; langhint=closed",
    "Accept-Language": "en-GB",
    "User-Agent": "planted",
    "X-Planted": "1",
  };
  await cache.ask("/page", { headers });
  const [request] = cache.state.rendered;
  expect(request?.url).toBe(`${ORIGIN}/page`);
  expect(Object.fromEntries(request?.headers ?? [])).toEqual({
    accept: "text/html",
    cookie: "theme=dark; currency=EUR; locale=fr",
    "user-agent": "",
  });
});

test("other pages and methods are not asked of the cache", async () => {
  const cache = newCache(old);
  expect(await cache.ask("/other")).toBe("rendered for one");
  expect(await cache.ask("/page", { method: "POST" })).toBe("rendered for one");
  expect(await cache.ask("/page", { method: "HEAD" })).toBe("rendered for one");
  expect(cache.state.rendered).toHaveLength(0);
});
