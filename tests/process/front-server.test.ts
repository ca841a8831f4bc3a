import { once } from "node:events";
import { BlockList } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { WebSocket } from "ws";
import { clientAddress, startFront } from "../../dev/run/front-server";
import { freePort } from "../../dev/run/port";
import { type InProcessApp, startInProcessApp } from "../support/app-here";
import { fundedWallet, sql } from "../support/app-under-test";
import { person } from "../support/factories/person";
import { product } from "../support/factories/product";
import { openOrder } from "../support/order-api";
import { newEmail, PASSWORD, postLogin, sessionOf } from "../support/sign-in";

const THIS_MACHINE = new BlockList();
THIS_MACHINE.addSubnet("127.0.0.0", 8);
const VISITOR = "203.0.113.9";

let app: InProcessApp;
const undo: (() => unknown)[] = [];

beforeAll(async () => {
  app = await startInProcessApp();
  undo.push(() => app.stop());
});
afterAll(async () => {
  for (const step of undo.reverse()) await step();
});

/** The app behind a front, which proxies on `trusted` addresses stand before. */
async function fronted(trusted: BlockList, target = Number(new URL(app.url).port)) {
  const port = await freePort();
  const front = await startFront({ host: "0.0.0.0", port, target, trusted });
  undo.push(() => front.stop());
  return { url: `http://127.0.0.1:${port}`, stop: () => front.stop() };
}

/** The addresses whose requests for cards were counted since the last call. */
async function countedAddresses(): Promise<string[]> {
  const rows = await sql<{ key: string }>(
    app,
    "DELETE FROM rate_limits WHERE key LIKE 'shop-cards:%' RETURNING key",
  );
  return rows.map(({ key }) => key.slice("shop-cards:".length));
}

// spec: setting.trusted-proxies
test("a stranger can't choose the address that rate limits see, a trusted proxy names it", async () => {
  const claims = {
    "CF-Connecting-IP": VISITOR,
    "X-Forwarded-For": VISITOR,
    "X-Real-IP": VISITOR,
    "MF-CF-Blob": `{"clientIp":"${VISITOR}:1"}`,
    "MF-Original-URL": "http://elsewhere.example/",
    "MF-Route-Override": "database",
  };
  const cards = "/shop/cards?ids=1";
  const open = await fronted(new BlockList());
  expect((await fetch(open.url + cards, { headers: claims })).status).toBe(200);
  expect(await countedAddresses()).toEqual(["127.0.0.1"]);

  const behindProxy = await fronted(THIS_MACHINE);
  const headers = { ...claims, "X-Forwarded-For": `198.51.100.1, ${VISITOR}` };
  expect((await fetch(behindProxy.url + cards, { headers })).status).toBe(200);
  expect(await countedAddresses()).toEqual([VISITOR]);
  expect((await fetch(open.url, { headers: { "MF-CF-Blob": "no JSON" } })).status).toBe(200);
  expect((await fetch(`${open.url}/cdn-cgi/mf/scheduled`)).status).toBe(404);
});

test.each([
  ["203.0.113.9", "198.51.100.1", "203.0.113.9"],
  ["127.0.0.1", undefined, "127.0.0.1"],
  ["127.0.0.1", "", "127.0.0.1"],
  ["::ffff:127.0.0.1", "198.51.100.1", "198.51.100.1"],
  ["127.0.0.1", "198.51.100.1, 203.0.113.9:4711, 127.0.0.2", "203.0.113.9"],
  ["127.0.0.1", "evil, [2001:db8::1]:443", "2001:db8::1"],
  ["127.0.0.1", "198.51.100.1, evil", "127.0.0.1"],
  ["127.0.0.1", "127.0.0.3, 127.0.0.2", "127.0.0.3"],
])("asked by %s, forwarded for %s: %s", (peer, forwardedFor, address) => {
  expect(clientAddress(peer, forwardedFor, THIS_MACHINE)).toBe(address);
});

// spec: setting.trusted-proxies
test("pages, forms, ranges and sockets go through unchanged", async () => {
  const { url } = await fronted(new BlockList());
  const asked = { headers: { "Accept-Encoding": "gzip", Cookie: "locale=en" } };
  const page = await fetch(`${url}/shop`, asked);
  expect([page.status, page.headers.get("Content-Encoding")]).toEqual([200, "gzip"]);
  expect(await page.text()).toContain("</html>");
  for (const init of [{}, { method: "HEAD" }, { headers: { "If-None-Match": "*" } }]) {
    const [direct, through] = await Promise.all(
      [app.url, url].map((origin) => fetch(`${origin}/favicon.ico`, init)),
    );
    const told = ["Content-Length", "Content-Type", "ETag", "Cache-Control"];
    const of = async (one?: Response) => [
      one?.status,
      ...told.map((name) => one?.headers.get(name)),
      (await one?.arrayBuffer())?.byteLength,
    ];
    expect(await of(through)).toEqual(await of(direct));
  }

  const site = {
    origin: app.url,
    fetch: (to: string, init?: RequestInit) => fetch(to.replace(app.url, url), init),
  };
  const fields = { intent: "sign-up", email: newEmail(), password: PASSWORD };
  expect(sessionOf(await postLogin(site, fields))).not.toBeNull();

  const buyer = await person(app);
  const { id } = await product(app);
  const { transactionId } = await openOrder(app, buyer, id, fundedWallet(app));
  const live = `${url.replace("http", "ws")}/api/transactions/${transactionId}/live`;
  const socket = new WebSocket(live, { headers: buyer.headers });
  const [message] = await once(socket, "message");
  expect(JSON.parse(String(message))).toMatchObject({ transactionId });
  socket.close(1000);
  await once(socket, "close");
  const foreign = new WebSocket(live, { headers: { Origin: "https://elsewhere.example" } });
  const [error] = await once(foreign, "error");
  expect(String(error)).toContain("403");
});

test("while workerd is started again, requests get 503; a stop closes what is open", async () => {
  const { url, stop } = await fronted(new BlockList(), await freePort());
  const answer = await fetch(url);
  expect([answer.status, answer.headers.get("Retry-After")]).toEqual([503, "1"]);
  await stop();
  await expect(fetch(url)).rejects.toThrow();
});
