import type { AppUnderTest } from "../app-under-test";
import { type Person, person } from "../factories/person";
import { product } from "../factories/product";
import { newAddress } from "../random-keys";
import type { Seller } from "../seller";

/** An account with a linked wallet, and requests with its session. */
export type TestAccount = Seller & Person;

/** A running app with functions that create accounts and products in it. */
export interface AppWithAccounts extends AppUnderTest {
  /** An account that re-authenticated `reauthenticatedMsAgo`. */
  newAccount(reauthenticatedMsAgo?: number): Promise<TestAccount>;
  /** Puts a product of `seller` on sale; returns its id. */
  newProduct(seller: Person): Promise<string>;
}

export function withAccounts(app: AppUnderTest): AppWithAccounts {
  return {
    ...app,
    async newAccount(reauthenticatedMsAgo = 0) {
      const wallet = newAddress();
      const { uid, headers } = await person(app, { wallet, reauthenticatedMsAgo });
      const call = (path: string, init: RequestInit = {}) =>
        fetchApp(app, path, { ...init, headers: { ...headers, ...init.headers } });
      return { uid, wallet, headers, cookie: headers.Cookie ?? "", call };
    },
    async newProduct(seller) {
      return (await product(app, { seller })).id;
    },
  };
}

/** Fetches from the app without following redirects. Miniflare opens WebSockets. */
export function fetchApp(app: AppUnderTest, path: string, init: RequestInit): Promise<Response> {
  const upgrades = new Headers(init.headers).has("Upgrade");
  const send = (upgrades ? app.worker.dispatchFetch : fetch) as typeof fetch;
  return send(app.url + path, { redirect: "manual", ...init });
}
