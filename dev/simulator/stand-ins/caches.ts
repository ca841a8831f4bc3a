import type { Life } from "../scheduler";
import type { Channel } from "../world";

interface Stored {
  readonly body: Uint8Array<ArrayBuffer>;
  readonly headers: readonly [string, string][];
  readonly status: number;
  /** Epoch ms. */
  readonly expiresAt: number;
}

/** The cache of a data centre: one for all isolates. */
export interface SimulatedCaches {
  /** `caches` of an isolate. */
  bindingFor(life: Life): CacheStorage;
}

/**
 * Answers by name of the cache and URL, until their `max-age` has passed; kept without one. Not simulated:
 * `Vary`, methods other than GET, and that a data centre may drop an answer at any time.
 *
 * @param now epoch ms
 */
export function createSimulatedCaches(channel: Channel, now: () => number): SimulatedCaches {
  const stored = new Map<string, Stored>();
  const cacheOf = (life: Life, name: string) => {
    const keyOf = (request: Request | string | URL) =>
      `${name} ${request instanceof Request ? request.url : new URL(request).href}`;
    return {
      match(request: Request | string | URL) {
        const key = keyOf(request);
        return channel.call(life, "cache", "match", () => {
          const found = stored.get(key);
          if (found && found.expiresAt > now()) return responseOf(found);
          stored.delete(key);
          return undefined;
        });
      },
      async put(request: Request | string | URL, response: Response) {
        const key = keyOf(request);
        const body = new Uint8Array(await response.arrayBuffer());
        const { status } = response;
        const headers = [...response.headers];
        const maxAge = /max-age=(\d+)/.exec(response.headers.get("Cache-Control") ?? "")?.[1];
        const lifetimeMs = maxAge === undefined ? Infinity : Number(maxAge) * 1000;
        await channel.call(life, "cache", "put", () => {
          stored.set(key, { body, status, headers, expiresAt: now() + lifetimeMs });
        });
      },
      delete(request: Request | string | URL) {
        const key = keyOf(request);
        return channel.call(life, "cache", "delete", () => stored.delete(key));
      },
    };
  };
  return {
    bindingFor: (life) =>
      ({
        default: cacheOf(life, "default"),
        open: async (name: string) => cacheOf(life, name),
      }) as unknown as CacheStorage,
  };
}

function responseOf({ body, headers, status }: Stored): Response {
  return new Response(body, { status, headers: headers.map(([name, value]) => [name, value]) });
}
