import { sessionId } from "../../../app/accounts/use-cases/sessions";
import { sql } from "../app-under-test";
import { newAddress, newSignature } from "../random-keys";
import { openUpload, PNG, productForm, publish } from "../upload";
import type { Somebody, World } from "./accounts";
import { misdirectedOrder, openOrder, putOnSale, reviewedOrder, soldOrder } from "./orders";

/** What to ask of a route: the same question about a thing that is there and about one that is not. */
export interface Fixture {
  /** The address, with the thing's id as `@`; and what unsafe methods send. */
  path: string;
  /** The thing that belongs to the owner; empty where the route is about none. */
  id: string;
  body?: (id: string) => BodyInit | object;
  headers?: Record<string, string>;
  /** False for what anybody who is admitted may do, although the rule names a tie. */
  tied?: boolean;
}

export type Make = (owner: Somebody, world: World) => Promise<Fixture>;

const form = (fields: Record<string, string>) => new URLSearchParams(fields);
const nothing = (path: string, body?: Fixture["body"]): Make => {
  return async () => ({ path, id: "", ...(body && { body }) });
};
const ownProduct = (path: string, body?: Fixture["body"]): Make => {
  return async (owner, world) => ({
    path,
    id: await world.productOf(owner),
    ...(body && { body }),
  });
};
const foreignProduct = (path: string, body?: Fixture["body"]): Make => {
  return async (_owner, world) => ({
    path,
    id: (await putOnSale(world)).productId,
    ...(body && { body }),
  });
};
const bought = (path: string, make: typeof openOrder, body?: Fixture["body"]): Make => {
  return async (owner, world) => {
    const on = await putOnSale(world);
    return { path, id: await make(world, on, owner), ...(body && { body }) };
  };
};
const reviewed = (path: string, body?: Fixture["body"]): Make => {
  return async (owner, world) => {
    const id = await reviewedOrder(world, await putOnSale(world, owner), await world.somebody());
    return { path, id, ...(body && { body }) };
  };
};
const misdirected = (path: string, body?: Fixture["body"]): Make => {
  return async (owner, world) => {
    const on = await putOnSale(world);
    const id = await misdirectedOrder(world, on, owner);
    return { path, id, ...(body && { body }) };
  };
};
/** The thing is the product that the owner bought. */
const owned = (path: string, body?: Fixture["body"]): Make => {
  return async (owner, world) => {
    const on = await putOnSale(world);
    await soldOrder(world, on, owner);
    return { path, id: on.productId, ...(body && { body }) };
  };
};
const upload = (path: string, body?: Fixture["body"]): Make => {
  return async (owner) => {
    const { key } = await openUpload(owner, 9);
    return { path, id: key, ...(body && { body }) };
  };
};
const newProduct = () => {
  const fields = { fileName: "a.txt", fileSize: "9", fileType: "text/plain" };
  return productForm(newAddress(), fields);
};

/** By address: each way to ask for it. An address that is not here is asked for as it stands. */
export const FIXTURES: Record<string, Make[]> = {
  "/sell/:id": [async (owner) => ({ path: "/sell/@", id: owner.uid })],
  "/preview/:id": [ownProduct("/preview/@")],
  "/acheter/:productId": [
    async (owner, world) => ({
      ...(await foreignProduct("/acheter/@", () => form({ intent: "buy" }))(owner, world)),
      tied: false,
    }),
    async (owner, world) => {
      const on = await putOnSale(world);
      const id = await openOrder(world, on, owner);
      const body = (transactionId: string) => form({ intent: "free", transactionId });
      return { path: `/acheter/${on.productId}`, id, body };
    },
    async (owner, world) => {
      const on = await putOnSale(world);
      const id = await misdirectedOrder(world, on, owner);
      const body = (transactionId: string) => form({ intent: "claim", transactionId });
      return { path: `/acheter/${on.productId}`, id, body };
    },
    owned("/acheter/@", () => form({ intent: "refresh" })),
  ],
  "/dashboard": [ownProduct("/dashboard", (productId) => form({ productId, status: "disabled" }))],
  "/purchases/:productId/file": [owned("/purchases/@/file")],
  "/dashboard/review": [
    reviewed("/dashboard/review", (orderId) => form({ intent: "accept", orderId })),
    reviewed("/dashboard/review", (orderId) => form({ intent: "dismiss", orderId })),
  ],
  "/claim/:id": [misdirected("/claim/@")],
  "/transaction": [
    nothing("/transaction", () => {
      const file = new File(["the goods"], "a.txt", { type: "text/plain" });
      return productForm(newAddress(), { file });
    }),
    ownProduct("/transaction?published=@"),
  ],
  "/profil": [
    nothing("/profil", () => form({ intent: "rename", name: "Somebody else" })),
    async ({ uid }, world) => {
      const rows = await sql(world, "SELECT token_hash FROM sessions WHERE uid = ?", uid);
      const id = sessionId(String(rows[0]?.token_hash));
      const body = (session: string) => form({ intent: "end-session", session });
      return { path: "/profil", id, body, tied: true };
    },
  ],
  "/profil/remove/:method": [nothing("/profil/remove/wallet"), nothing("/profil/remove/nothing")],
  "/edit/:pid": [ownProduct("/edit/@", newProduct)],
  "/login": [nothing("/login", () => form({ intent: "sign-in", email: "a@b.ch", password: "x" }))],
  "/contact": [nothing("/contact", () => form({ email: "a@b.ch", message: "Hello" }))],
  "/auth/google/account": [async () => ({ path: "/auth/google/account", id: "", tied: false })],
  "/api/wallet/challenge": [
    nothing("/api/wallet/challenge", () => ({ purpose: "sign-in" })),
    nothing("/api/wallet/challenge", () => ({ purpose: "link" })),
    nothing("/api/wallet/challenge", () => ({ purpose: "proof" })),
  ],
  "/api/transactions": [foreignProduct("/api/transactions", (productId) => ({ productId }))],
  "/api/transactions/:id": [
    bought("/api/transactions/@", openOrder),
    bought("/api/transactions/@", soldOrder),
    reviewed("/api/transactions/@"),
  ],
  "/api/transactions/:id/signature": [
    bought("/api/transactions/@/signature", soldOrder, () => ({ signature: newSignature() })),
  ],
  "/api/transactions/:id/send": [
    bought("/api/transactions/@/send", openOrder, () => ({ transaction: "" })),
  ],
  "/api/transactions/:id/live": [
    bought("/api/transactions/@/live", soldOrder),
    async (owner, world) => ({
      ...(await bought("/api/transactions/@/live", soldOrder)(owner, world)),
      headers: { Upgrade: "websocket" },
    }),
  ],
  "/api/orders/:id/accept": [reviewed("/api/orders/@/accept")],
  "/api/orders/:id/dismiss": [reviewed("/api/orders/@/dismiss")],
  "/api/orders/:id/claim": [misdirected("/api/orders/@/claim")],
  "/api/orders/:id/refund": [reviewed("/api/orders/@/refund", () => ({ scope: "all" }))],
  "/api/orders/:id/refund/send": [
    reviewed("/api/orders/@/refund/send", () => ({ transaction: "AAAA" })),
  ],
  "/api/pay/:transactionId": [bought("/api/pay/@", openOrder, () => ({ account: newAddress() }))],
  "/api/actions/buy/:productId": [
    foreignProduct("/api/actions/buy/@", () => ({ account: newAddress() })),
  ],
  "/api/purchases/:productId/refresh": [owned("/api/purchases/@/refresh")],
  "/download/:token": [
    async (owner, world) => {
      const { id: productId } = await owned("")(owner, world);
      const path = `/api/purchases/${productId}/refresh`;
      const answer = await owner.call(path, { method: "POST" });
      const { downloadUrl } = (await answer.json()) as { downloadUrl: string };
      return { path: "/download/@", id: downloadUrl.split("/").at(-1) ?? "", tied: false };
    },
  ],
  "/api/uploads": [nothing("/api/uploads", newProduct)],
  "/api/uploads/:key": [upload("/api/uploads/@")],
  "/api/uploads/:key/parts/:part": [upload("/api/uploads/@/parts/1", () => "the goods")],
  "/api/uploads/:key/complete": [upload("/api/uploads/@/complete")],
  "/media/*": [
    async (owner) => {
      const cover = new File([PNG], "a.png", { type: "image/png" });
      const page = await owner.call(`/edit/${await publish(owner, { cover })}`);
      const id = /\/media\/([\w/.-]+)/.exec(await page.text())?.[1];
      if (!id) throw new Error("the product has no cover");
      return { path: "/media/@", id };
    },
  ],
  "/*": [nothing("/no-such-page"), nothing("/api/nothing"), nothing("/a.png")],
};

/** Ways to ask for an address. Throws, saying what to do, where it can't be asked for as it stands. */
export function fixturesOf(address: string, hasTie: boolean): Make[] {
  const known = FIXTURES[address];
  if (known) return known;
  if (!hasTie && !/[:*]/.test(address)) return [nothing(address)];
  throw new Error(
    `tests/support/access/fixtures.ts has no way to ask for ${address}: add one that makes a real ` +
      "thing for an owner and says how to ask for it",
  );
}
