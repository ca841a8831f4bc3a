import { env, SELF } from "cloudflare:test";
import { expect, test } from "vitest";
import { sessionId } from "../../../app/accounts/use-cases/sessions";
import { changeRow } from "../../support/rows";
import { newSeller, ORIGIN } from "../../support/seller";
import { newEmail, signUp, siteOf } from "../../support/sign-in";
import { productForm, publish } from "../../support/upload";

const site = siteOf(SELF);

/** The title of a page. */
async function titleOf(answer: Response): Promise<string> {
  return /<title>([^<]*)<\/title>/.exec(await answer.text())?.[1] ?? "";
}

test("a form refused for too many passwords has Retry-After", async () => {
  const seller = await newSeller("free", 3_600_000);
  const id = await publish(seller);
  const email = newEmail();
  await signUp(site, email);
  // Moves the password of another account to this one.
  await changeRow(env.DB, "password_credentials", { email }, { uid: seller.uid });
  const session = await env.DB.prepare("SELECT token_hash AS hash FROM sessions WHERE uid = ?")
    .bind(seller.uid)
    .first<{ hash: string }>();
  const key = `proof:${sessionId(session?.hash ?? "")}`;
  const until = Date.now() + 60_000;
  await env.DB.prepare(
    "INSERT OR REPLACE INTO rate_limits (key, count, reset_at, blocked_until) VALUES (?, 20, ?, ?)",
  )
    .bind(key, until + 3_600_000, until)
    .run();
  const row = await env.DB.prepare("SELECT updated_at FROM products WHERE id = ?").bind(id).first();
  for (const path of [`/edit/${id}`, `/edit/${id}.data`]) {
    const body = productForm(seller.wallet, {
      updatedAt: String(row?.updated_at),
      password: "not the right one",
    });
    const answer = await seller.call(path, { method: "POST", body });
    expect(answer.status).toBe(429);
    const seconds = Number(answer.headers.get("Retry-After"));
    expect(seconds).toBeGreaterThan(0);
    expect(seconds).toBeLessThanOrEqual(60);
  }
});

// spec: json.pay
test.each([
  ["PUT", "/api/pay/nothing", "GET, HEAD, POST, OPTIONS"],
  ["DELETE", "/api/actions/buy/nothing", "GET, HEAD, POST, OPTIONS"],
  ["POST", "/actions.json", "GET, HEAD, OPTIONS"],
])("%s %s is refused with CORS headers", async (method, path, allow) => {
  const answer = await SELF.fetch(ORIGIN + path, {
    method,
    headers: { Origin: "https://blink.example", Cookie: "locale=en" },
  });
  expect(answer.status).toBe(405);
  expect(answer.headers.get("Allow")).toBe(allow);
  expect(answer.headers.get("Access-Control-Allow-Origin")).toBe("*");
  const { error, message } = (await answer.json()) as Record<
    string,
    { code: string; message: string }
  >;
  expect(error).toMatchObject({ code: "method_not_allowed", message });
  const isAction = !path.startsWith("/api/pay/");
  expect(answer.headers.has("X-Action-Version")).toBe(isAction);
});

test("an unknown page has a title in the visitor's language", async () => {
  const seller = await newSeller();
  for (const path of ["/acheter/nothing", "/preview/nothing", "/sell/nothing", "/edit/nothing"]) {
    const answer = await seller.call(path);
    expect([path, answer.status, await titleOf(answer)]).toEqual([
      path,
      404,
      "Not found · Comptoir",
    ]);
  }
  const french = await SELF.fetch(`${ORIGIN}/acheter/nothing`);
  expect(await titleOf(french)).toMatch(/^.+ · Comptoir$/);
});

test("a library that fails to load has a title", async () => {
  const seller = await newSeller();
  await env.DB.prepare("ALTER TABLE purchases RENAME TO purchases_away").run();
  try {
    const answer = await seller.call("/purchases");
    expect([answer.status, await titleOf(answer)]).toEqual([
      503,
      "Unavailable for a moment · Comptoir",
    ]);
  } finally {
    await env.DB.prepare("ALTER TABLE purchases_away RENAME TO purchases").run();
  }
});

test("the browser keeps prefetched data of a visitor for some seconds, and of a member not at all", async () => {
  const prefetch = { "Sec-Purpose": "prefetch" };
  const cacheControl = async (path: string, headers: Record<string, string>) =>
    (await SELF.fetch(ORIGIN + path, { headers })).headers.get("Cache-Control");
  expect(await cacheControl("/shop.data", prefetch)).toBe("private, max-age=10");
  const { headers } = await SELF.fetch(`${ORIGIN}/shop.data`, { headers: prefetch });
  expect(headers.get("Vary")).toContain("Cookie");
  const toast = { ...prefetch, Cookie: "flash=nameSaved" };
  for (const headers of [{}, toast, { ...prefetch, Cookie: `session=${"a".repeat(43)}` }]) {
    expect(await cacheControl("/shop.data", headers)).toBe("private, no-store");
  }
  expect(await cacheControl("/acheter/unknown.data", prefetch)).toBe("private, no-store");
});
