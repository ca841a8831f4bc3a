import type { Market } from "../app-under-test";
import { type Person, person } from "../factories/person";
import { product } from "../factories/product";
import { newAddress } from "../random-keys";
import type { Seller } from "../seller";

/** Somebody with an account, a linked wallet, and a browser. */
export type Somebody = Seller & Person;

/** The running app, and people in it. */
export interface World extends Market {
  /** Who gave a proof of who they are `reauthenticatedMsAgo`. */
  somebody(reauthenticatedMsAgo?: number): Promise<Somebody>;
  /** A product of theirs, on sale; its id comes back. */
  productOf(seller: Person): Promise<string>;
}

export function worldOf(market: Market): World {
  return {
    ...market,
    async somebody(reauthenticatedMsAgo = 0) {
      const wallet = newAddress();
      const { uid, headers } = await person(market, { wallet, reauthenticatedMsAgo });
      const call = (path: string, init: RequestInit = {}) =>
        reach(market, path, { ...init, headers: { ...headers, ...init.headers } });
      return { uid, wallet, headers, cookie: headers.Cookie ?? "", call };
    },
    async productOf(seller) {
      return (await product(market, { seller })).id;
    },
  };
}

/** Asks the app; redirects are not followed. Within the process where a WebSocket is asked for. */
export function reach(market: Market, path: string, init: RequestInit): Promise<Response> {
  const upgrades = new Headers(init.headers).has("Upgrade");
  const send = (upgrades ? market.worker.dispatchFetch : fetch) as typeof fetch;
  return send(market.url + path, { redirect: "manual", ...init });
}
