import { sessionId } from "../../../app/accounts/use-cases/sessions";
import type { RouteAccess, Rule } from "../../../app/http/access";
import { sql } from "../app-under-test";
import { newAddress, newSignature } from "../random-keys";
import { openUpload, PNG, productForm, publish } from "../upload";
import type { AppWithAccounts, TestAccount } from "./accounts";
import {
  insertMisdirectedOrder,
  insertOpenOrder,
  insertOrderInReview,
  insertSettledOrder,
  listProduct,
} from "./orders";

/** A request for a route, about a resource that exists. */
export interface Fixture {
  /** The path, with `@` for the resource's id. */
  path: string;
  /** The owner's resource; empty where the route has none. */
  id: string;
  body?: (id: string) => BodyInit | object;
  headers?: Record<string, string>;
  /** False where every admitted account may do it, although the rule names an ownership. */
  checksOwnership?: boolean;
}

export type FixtureFactory = (owner: TestAccount, target: AppWithAccounts) => Promise<Fixture>;

const form = (fields: Record<string, string>) => new URLSearchParams(fields);
const noResource = (path: string, body?: Fixture["body"]): FixtureFactory => {
  return async () => ({ path, id: "", ...(body && { body }) });
};
const ownProduct = (path: string, body?: Fixture["body"]): FixtureFactory => {
  return async (owner, target) => ({
    path,
    id: await target.newProduct(owner),
    ...(body && { body }),
  });
};
const foreignProduct = (path: string, body?: Fixture["body"]): FixtureFactory => {
  return async (_owner, target) => ({
    path,
    id: (await listProduct(target)).productId,
    ...(body && { body }),
  });
};
const boughtOrder = (
  path: string,
  make: typeof insertOpenOrder,
  body?: Fixture["body"],
): FixtureFactory => {
  return async (owner, target) => {
    const on = await listProduct(target);
    return { path, id: await make(target, on, owner), ...(body && { body }) };
  };
};
const soldOrder = (path: string, body?: Fixture["body"]): FixtureFactory => {
  return async (owner, target) => {
    const on = await listProduct(target, owner);
    const id = await insertSettledOrder(target, on, await target.newAccount());
    return { path, id, ...(body && { body }) };
  };
};
const orderInReview = (path: string, body?: Fixture["body"]): FixtureFactory => {
  return async (owner, target) => {
    const id = await insertOrderInReview(
      target,
      await listProduct(target, owner),
      await target.newAccount(),
    );
    return { path, id, ...(body && { body }) };
  };
};
const misdirectedPayment = (path: string, body?: Fixture["body"]): FixtureFactory => {
  return async (owner, target) => {
    const on = await listProduct(target);
    const id = await insertMisdirectedOrder(target, on, owner);
    return { path, id, ...(body && { body }) };
  };
};
/** The resource is a product that the owner bought. */
const boughtProduct = (path: string, body?: Fixture["body"]): FixtureFactory => {
  return async (owner, target) => {
    const on = await listProduct(target);
    await insertSettledOrder(target, on, owner);
    return { path, id: on.productId, ...(body && { body }) };
  };
};
const downloadLink = (path: string): FixtureFactory => {
  return async (owner, target) => {
    const { id: productId } = await boughtProduct("")(owner, target);
    const refresh = `/api/purchases/${productId}/refresh`;
    const answer = await owner.call(refresh, { method: "POST" });
    const { downloadUrl } = (await answer.json()) as { downloadUrl: string };
    return { path, id: downloadUrl.split("/").at(-1) ?? "", checksOwnership: false };
  };
};
const upload = (path: string, body?: Fixture["body"]): FixtureFactory => {
  return async (owner) => {
    const { key } = await openUpload(owner, 9);
    return { path, id: key, ...(body && { body }) };
  };
};
const draft = (path: string, body: Fixture["body"]): FixtureFactory => {
  return async (owner) => {
    const { productId } = await openUpload(owner, 9);
    return { path, id: productId, ...(body && { body }) };
  };
};
const productFields = () => {
  const fields = { fileName: "a.txt", fileSize: "9", fileType: "text/plain" };
  return productForm(newAddress(), fields);
};

const fileForm = (fields: Record<string, string | File>) => {
  const body = new FormData();
  for (const [name, value] of Object.entries(fields)) body.set(name, value);
  return body;
};

/** Fixtures by path pattern. A pattern without parameters needs none. */
export const FIXTURES: Record<string, FixtureFactory[]> = {
  "/sell/:id": [async (owner) => ({ path: "/sell/@", id: owner.uid })],
  "/preview/:id": [ownProduct("/preview/@")],
  "/acheter/:productId": [
    async (owner, target) => ({
      ...(await foreignProduct("/acheter/@", () => form({ intent: "buy" }))(owner, target)),
      checksOwnership: false,
    }),
    async (owner, target) => {
      const on = await listProduct(target);
      const id = await insertOpenOrder(target, on, owner);
      const body = (transactionId: string) => form({ intent: "free", transactionId });
      return { path: `/acheter/${on.productId}`, id, body };
    },
    async (owner, target) => {
      const on = await listProduct(target);
      const id = await insertMisdirectedOrder(target, on, owner);
      const body = (transactionId: string) => form({ intent: "claim", transactionId });
      return { path: `/acheter/${on.productId}`, id, body };
    },
    boughtProduct("/acheter/@", () => form({ intent: "refresh" })),
  ],
  "/dashboard": [ownProduct("/dashboard", (productId) => form({ productId, status: "disabled" }))],
  "/purchases/:productId/file": [boughtProduct("/purchases/@/file")],
  "/purchases/:productId/handover": [boughtProduct("/purchases/@/handover")],
  "/purchases/:orderId/receipt": [boughtOrder("/purchases/@/receipt", insertSettledOrder)],
  "/dashboard/sales/:orderId/receipt": [
    async (owner, target) => {
      const on = await listProduct(target, owner);
      const id = await insertSettledOrder(target, on, await target.newAccount());
      return { path: "/dashboard/sales/@/receipt", id };
    },
  ],
  "/take/:token": [
    async (owner, target) => {
      const { id: productId } = await boughtProduct("")(owner, target);
      const answer = await owner.call(`/purchases/${productId}/handover`, { method: "POST" });
      const [, token = ""] = /\/take\/([\w-]{43})/.exec(await answer.text()) ?? [];
      return { path: "/take/@", id: token, checksOwnership: false };
    },
  ],
  "/dashboard/review": [
    orderInReview("/dashboard/review", (orderId) => form({ intent: "accept", orderId })),
    orderInReview("/dashboard/review", (orderId) => form({ intent: "dismiss", orderId })),
  ],
  "/messages": [noResource("/messages", () => form({ intent: "empty", until: "0" }))],
  "/messages/new": [
    soldOrder("/messages/new?order=@", () => form({ text: "Hello" })),
    boughtOrder("/messages/new?order=@", insertSettledOrder, () => form({ text: "Hello" })),
  ],
  "/messages/:id": [
    async (owner, target) => {
      const { id: orderId } = await soldOrder("")(owner, target);
      const body = JSON.stringify({ text: "Hello" });
      const headers = { "Content-Type": "application/json" };
      const path = `/api/orders/${orderId}/messages`;
      const answer = await owner.call(path, { method: "POST", headers, body });
      const { threadId } = (await answer.json()) as { threadId: string };
      return { path: "/messages/@", id: threadId, body: () => form({ text: "Hello" }) };
    },
  ],
  "/claim/:id": [misdirectedPayment("/claim/@")],
  "/transaction": [
    noResource("/transaction", () => {
      const file = new File(["the goods"], "a.txt", { type: "text/plain" });
      return productForm(newAddress(), { file });
    }),
    ownProduct("/transaction?published=@"),
  ],
  "/transaction/:pid": [draft("/transaction/@", productFields)],
  "/transaction/:pid/publish": [
    draft("/transaction/@/publish", () => form({ updatedAt: String(Date.now()) })),
  ],
  "/manage-sell": [
    noResource("/manage-sell", () => {
      const body = new FormData();
      for (const [name, value] of Object.entries({ updatedAt: "0", description: "Prints" }))
        body.set(name, value);
      return body;
    }),
  ],
  "/profil": [
    noResource("/profil", () => form({ intent: "rename", name: "Somebody else" })),
    async ({ uid }, target) => {
      const rows = await sql(target, "SELECT token_hash FROM sessions WHERE uid = ?", uid);
      const id = sessionId(String(rows[0]?.token_hash));
      const body = (session: string) => form({ intent: "end-session", session });
      return { path: "/profil", id, body, checksOwnership: true };
    },
  ],
  "/profil/remove/:method": [
    noResource("/profil/remove/wallet"),
    noResource("/profil/remove/nothing"),
  ],
  "/edit/:pid": [
    ownProduct("/edit/@", productFields),
    ownProduct("/edit/@?change=file", () => fileForm({ file: new File(["new"], "a.txt") })),
  ],
  "/edit/:pid/poster": [ownProduct("/edit/@/poster")],
  "/edit/:pid/counter": [ownProduct("/edit/@/counter")],
  "/edit/:pid/status": [ownProduct("/edit/@/status", () => form({ status: "disabled" }))],
  "/edit/:pid/delete": [ownProduct("/edit/@/delete", () => form({}))],
  "/edit/:pid/:file": [ownProduct("/edit/@/qr.svg"), ownProduct("/edit/@/qr.png")],
  "/login": [
    noResource("/login", () => form({ intent: "sign-in", email: "a@b.ch", password: "x" })),
  ],
  "/contact": [noResource("/contact", () => form({ email: "a@b.ch", message: "Hello" }))],
  "/auth/google/account": [
    async () => ({ path: "/auth/google/account", id: "", checksOwnership: false }),
  ],
  "/api/wallet/challenge": [
    noResource("/api/wallet/challenge", () => ({ purpose: "sign-in" })),
    noResource("/api/wallet/challenge", () => ({ purpose: "link" })),
    noResource("/api/wallet/challenge", () => ({ purpose: "proof" })),
  ],
  "/api/transactions": [foreignProduct("/api/transactions", (productId) => ({ productId }))],
  "/api/transactions/:id": [
    boughtOrder("/api/transactions/@", insertOpenOrder),
    boughtOrder("/api/transactions/@", insertSettledOrder),
    orderInReview("/api/transactions/@"),
  ],
  "/api/transactions/:id/signature": [
    boughtOrder("/api/transactions/@/signature", insertSettledOrder, () => ({
      signature: newSignature(),
    })),
  ],
  "/api/transactions/:id/transaction": [
    boughtOrder("/api/transactions/@/transaction", insertOpenOrder, () => ({
      account: "",
      canSign: true,
    })),
  ],
  "/api/transactions/:id/send": [
    boughtOrder("/api/transactions/@/send", insertOpenOrder, () => ({ transaction: "" })),
  ],
  "/api/transactions/:id/leave": [boughtOrder("/api/transactions/@/leave", insertOpenOrder)],
  "/api/transactions/:id/live": [
    boughtOrder("/api/transactions/@/live", insertSettledOrder),
    async (owner, target) => ({
      ...(await boughtOrder("/api/transactions/@/live", insertSettledOrder)(owner, target)),
      headers: { Upgrade: "websocket" },
    }),
  ],
  "/api/orders/:id/messages": [
    soldOrder("/api/orders/@/messages", () => ({ text: "Hello" })),
    boughtOrder("/api/orders/@/messages", insertSettledOrder, () => ({ text: "Hello" })),
  ],
  "/api/orders/:id/accept": [orderInReview("/api/orders/@/accept")],
  "/api/orders/:id/dismiss": [orderInReview("/api/orders/@/dismiss")],
  "/api/orders/:id/claim": [misdirectedPayment("/api/orders/@/claim")],
  "/api/orders/:id/refund": [orderInReview("/api/orders/@/refund", () => ({ scope: "all" }))],
  "/api/orders/:id/refund/send": [
    orderInReview("/api/orders/@/refund/send", () => ({ transaction: "AAAA" })),
  ],
  "/api/pay/:transactionId": [
    boughtOrder("/api/pay/@", insertOpenOrder, () => ({ account: newAddress() })),
  ],
  "/api/actions/buy/:productId": [
    foreignProduct("/api/actions/buy/@", () => ({ account: newAddress() })),
  ],
  "/api/purchases/:productId/refresh": [boughtProduct("/api/purchases/@/refresh")],
  "/download/:token": [downloadLink("/download/@")],
  "/purchases/link/:token": [downloadLink("/purchases/link/@")],
  "/shop/cards": [ownProduct("/shop/cards?ids=@&q=file")],
  "/api/favourites": [
    noResource("/api/favourites", () => ({ intent: "clear" })),
    foreignProduct("/api/favourites", (productId) => ({ intent: "add", productId })),
  ],
  "/api/products/:pid/file": [
    ownProduct("/api/products/@/file", () => fileForm({ fileName: "a.txt", fileSize: "9" })),
  ],
  "/api/uploads": [noResource("/api/uploads", productFields)],
  "/api/uploads/:key": [upload("/api/uploads/@")],
  "/api/uploads/:key/parts/:part": [upload("/api/uploads/@/parts/1", () => "the goods")],
  "/api/uploads/:key/complete": [upload("/api/uploads/@/complete")],
  "/api/products/:pid/stock": [ownProduct("/api/products/@/stock")],
  "/media/:id": [
    async (owner) => {
      const cover = new File([PNG], "a.png", { type: "image/png" });
      const page = await owner.call(`/edit/${await publish(owner, { cover })}`);
      const id = /\/media\/([\w-]+)/.exec(await page.text())?.[1];
      if (!id) throw new Error("the product has no cover");
      return { path: "/media/@", id };
    },
  ],
  "/pictures/:id/:name": [foreignProduct("/pictures/@/drawn-1.svg")],
  "/sitemap/products/:part": [noResource("/sitemap/products/0.xml")],
  "/sitemap/sellers/:part": [noResource("/sitemap/sellers/0.xml")],
  "/*": [noResource("/no-such-page"), noResource("/api/nothing"), noResource("/a.png")],
};

/** Fixtures of a path pattern; null where one with parameters or an ownership has none. */
export function fixturesOf(address: string, needsOwner: boolean): FixtureFactory[] | null {
  const known = FIXTURES[address];
  if (known) return known;
  return needsOwner || /[:*]/.test(address) ? null : [noResource(address)];
}

/** Whether a method of the route is for the owner of a thing. `by intent` says nothing of one person. */
export function hasOwnership(access: RouteAccess = {}): boolean {
  return Object.values(access).some(limitsOwnership);
}

export function limitsOwnership(rule: Rule): boolean {
  return rule.ownership !== undefined && rule.ownership !== "by intent";
}
