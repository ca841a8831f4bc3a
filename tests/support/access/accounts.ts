import type { AppUnderTest } from "../app-under-test";
import { type Person, person } from "../factories/person";
import { product } from "../factories/product";
import { newAddress } from "../random-keys";
import type { Seller } from "../seller";

/** Somebody with an account, a linked wallet, and a browser. */
export type TestAccount = Seller & Person;

/** The running app, and people in it. */
export interface AppWithAccounts extends AppUnderTest {
  /** Who gave a proof of who they are `reauthenticatedMsAgo`. */
  newAccount(reauthenticatedMsAgo?: number): Promise<TestAccount>;
  /** A product of theirs, on sale; its id comes back. */
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

/** Asks the app; redirects are not followed. Within the process where a WebSocket is asked for. */
export function fetchApp(app: AppUnderTest, path: string, init: RequestInit): Promise<Response> {
  const upgrades = new Headers(init.headers).has("Upgrade");
  const send = (upgrades ? app.worker.dispatchFetch : fetch) as typeof fetch;
  return send(app.url + path, { redirect: "manual", ...init });
}
