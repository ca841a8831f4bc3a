import { expect } from "vitest";
import type { AppUnderTest } from "./app-under-test";

interface Sold {
  id: string;
  seller: { headers: Record<string, string> };
}

async function post(app: AppUnderTest, { id, seller }: Sold, fields: Record<string, string>) {
  const body = new URLSearchParams(fields);
  const init = { method: "POST", redirect: "manual", headers: seller.headers, body } as const;
  const { status } = await fetch(`${app.url}/edit/${id}/licences`, init);
  expect(status).toBe(302);
}

/** Lets a product give licence keys: those of a list, or generated ones. */
export async function giveLicences(
  app: AppUnderTest,
  item: Sold,
  { keys, instances = "" }: { keys?: readonly string[]; instances?: string } = {},
): Promise<void> {
  const kind = keys ? "pool" : "generated";
  await post(app, item, { intent: "settings", kind, days: "30", instances });
  if (keys?.length) await post(app, item, { intent: "add", keys: keys.join("\n") });
}

/** What a program is told of a key. */
export async function verifyLicence(app: AppUnderTest, productId: string, key: string) {
  const answer = await fetch(`${app.url}/v1/licences/verify`, {
    method: "POST",
    headers: { "Content-Type": "application/json", Origin: "https://elsewhere.example" },
    body: JSON.stringify({ productId, key }),
  });
  const { valid, status } = (await answer.json()) as { valid?: boolean; status?: string };
  return [answer.status, valid, status] as const;
}
