import type { Log } from "../../lib/log";
import { withoutSource } from "../../lib/page-source";
import type { Clock } from "../../lib/ports";
import { newNonce } from "../security";
import { type CachedPage, isKeepable, pageResponse, readPage } from "./cached-page";
import type { PageMemory } from "./page-memory";
import { pageKey, readVariant, requestOf, type Variant } from "./variant";

/** A page is answered as it is for this time, then while one request renews it. */
export const FRESH_MS = 2_000;
/** No page is older when it is answered. */
export const MAX_AGE_MS = 5_000;

/** A rendering that has not ended by then was lost with its request. */
const MAX_RENDER_MS = 5_000;
/** Beyond, those that were lost are removed. */
const MAX_RENDERINGS = 1_000;
/** A request for a page that another one renders looks for it after this time, then twice that... */
const FIRST_POLL_MS = 10;
/** ...and this many times, 2.5 s in all, before it renders the page itself. */
const MAX_POLLS = 8;

/** Longer addresses belong to no page that is kept. */
const MAX_PATH_CHARS = 200;

/** A group of public pages that depend on nothing but their address and the variant. */
export interface CachedRoute {
  /**
   * True where path and query are written as our own links write them. Other forms of an address
   * are rendered for each request: the page repeats its address in links and forms.
   */
  isCanonical(path: string): boolean;
  /**
   * The path of the page that answers this one; null where it is rendered for this request. Default: the same path.
   * Called only where the visitor may get a kept page.
   */
  answeredBy?(path: string, request: Request): Promise<string | null> | string | null;
  /** True where the answer to this request is for its browser alone; default for none. */
  isPrivate?(path: string, request: Request): boolean;
  /** A `User-Agent` for all browsers that get the same page as this one; default "" for all. */
  userAgent?(request: Request): string;
  /**
   * Called for each answer of the cache; what a loader would count is counted here. The request is as it
   * came in, with its source.
   */
  onAnswer?(path: string, request: Request, waitUntil: WaitUntil): void;
}

/** The second tier, shared by the isolates of a data centre. */
export interface PageStore {
  get(key: string): Promise<CachedPage | null>;
  put(key: string, page: CachedPage): Promise<void>;
}

type WaitUntil = (work: Promise<unknown>) => void;

/** What the Worker's entry provides for a request. */
interface Entry {
  /** Answers a request without the cache; with this nonce, else with a new one. */
  render(request: Request, nonce?: string): Promise<Response>;
  waitUntil: WaitUntil;
}

interface Deps {
  appOrigin: string;
  clock: Clock;
  log: Log;
  memory: PageMemory;
  store: PageStore;
  /** The pages that are kept, by path and query; undefined for all others. Has to be cheap. */
  routeOf(path: string): CachedRoute | undefined;
  /** Resolves after so many ms. */
  wait(ms: number): Promise<unknown>;
}

interface Asked {
  path: string;
  variant: Variant;
  key: string;
}

/**
 * Answers visitors' requests for public pages from two tiers, and all other requests by `render`.
 * Docs: decision 034.
 */
export function createPageCache(deps: Deps) {
  const { appOrigin, clock, log, memory, store, routeOf, wait } = deps;
  const logged = (error: unknown): null => {
    log("page_cache_failed", { error });
    return null;
  };
  /** Pages that a request is rendering, and until when it is waited for (epoch ms). */
  const renderings = new Map<string, number>();
  const isRendering = (key: string) => (renderings.get(key) ?? 0) > clock.now();

  return async function answer(request: Request, entry: Entry): Promise<Response> {
    if (request.method !== "GET") return entry.render(request);
    // The page is the same for all sources.
    const sent = withoutSource(pathOf(request.url));
    const route = routeOf(sent);
    if (!route || route.isPrivate?.(sent, request)) return entry.render(request);
    const variant = readVariant(request, appOrigin, route.userAgent?.(request) ?? "");
    if (!variant) return entry.render(request);
    const path = route.answeredBy ? await route.answeredBy(sent, request) : sent;
    if (path === null) return entry.render(request);
    const asked = { path, variant, key: pageKey(path, variant) };
    const known = fromMemory(asked, entry);
    if (!known && !isCanonical(route, path)) return entry.render(request);
    const response = known ? pageResponse(known, newNonce()) : await answerMissing(asked, entry);
    if (response.status === 200) route.onAnswer?.(path, request, entry.waitUntil);
    return response;
  };

  /** The page of the first tier. Where it is no longer fresh, one request begins to renew it. */
  function fromMemory(asked: Asked, entry: Entry): CachedPage | null {
    const page = memory.get(asked.key);
    if (!page || !isUsable(page)) return null;
    if (!isFresh(page) && !isRendering(asked.key)) {
      entry.waitUntil(whileRendering(asked.key, () => renew(asked, entry)).catch(logged));
    }
    return page;
  }

  async function renew(asked: Asked, entry: Entry): Promise<void> {
    const stored = await fromStore(asked.key);
    if (stored && isFresh(stored)) return memory.put(asked.key, stored);
    const { response, keep } = await renderShared(asked, entry);
    if (keep) await keep(response);
    else await response.body?.cancel();
  }

  async function answerMissing(asked: Asked, entry: Entry): Promise<Response> {
    if (isRendering(asked.key)) {
      const page = await pageOfOther(asked.key);
      if (page) return pageResponse(page, newNonce());
    }
    return new Promise((resolve, reject) => {
      const work = whileRendering(asked.key, () => answerFirst(asked, entry, resolve));
      // The page is kept for others also where this visitor has left.
      entry.waitUntil(work.catch(reject));
    });
  }

  /** Answers from the second tier or by a rendering, and ends when the page is kept. */
  async function answerFirst(
    asked: Asked,
    entry: Entry,
    respond: (response: Response) => void,
  ): Promise<void> {
    const stored = await fromStore(asked.key);
    if (stored && isUsable(stored)) {
      memory.put(asked.key, stored);
      respond(pageResponse(stored, newNonce()));
      if (!isFresh(stored)) await renew(asked, entry);
      return;
    }
    const { response, keep } = await renderShared(asked, entry);
    if (!keep || !response.body) return respond(response);
    const [forVisitor, forCache] = response.body.tee();
    respond(new Response(forVisitor, response));
    await keep({ headers: response.headers, body: forCache });
  }

  /** `keep` reads a page to its end and keeps it; null where the answer is not kept. */
  async function renderShared({ path, variant, key }: Asked, entry: Entry) {
    const at = clock.now();
    const nonce = newNonce();
    const request = requestOf(path, variant, appOrigin);
    const response = await entry.render(request, nonce);
    const keep = async (rendered: Pick<Response, "headers" | "body">) => {
      const page = await readPage(rendered, { nonce, at });
      if (!page) return;
      memory.put(key, page);
      await store.put(key, page).catch(logged);
    };
    return { response, keep: isKeepable(response) ? keep : null };
  }

  async function fromStore(key: string): Promise<CachedPage | null> {
    return store.get(key).catch(logged);
  }

  /**
   * The page that another request is rendering; null where it is not kept or takes too long. Polls,
   * because a request can't wait for the work of another one on workerd.
   */
  async function pageOfOther(key: string): Promise<CachedPage | null> {
    for (let poll = 0; poll < MAX_POLLS && isRendering(key); poll++) {
      await wait(FIRST_POLL_MS * 2 ** poll);
    }
    const page = memory.get(key);
    return page && isUsable(page) ? page : null;
  }

  async function whileRendering(key: string, work: () => Promise<void>): Promise<void> {
    if (renderings.size >= MAX_RENDERINGS) forgetLostRenderings();
    const until = clock.now() + MAX_RENDER_MS;
    renderings.set(key, until);
    try {
      await work();
    } finally {
      if (renderings.get(key) === until) renderings.delete(key);
    }
  }

  function forgetLostRenderings(): void {
    for (const key of renderings.keys()) if (!isRendering(key)) renderings.delete(key);
  }

  /** Milliseconds; a page of the second tier comes from another clock. */
  function ageOf(page: CachedPage): number {
    return Math.abs(clock.now() - page.at);
  }

  function isFresh(page: CachedPage): boolean {
    return ageOf(page) < FRESH_MS;
  }

  function isUsable(page: CachedPage): boolean {
    return ageOf(page) < MAX_AGE_MS;
  }
}

function isCanonical(route: CachedRoute, path: string): boolean {
  return path.length <= MAX_PATH_CHARS && route.isCanonical(path);
}

/** Path and query as they were sent, without the host, which can be forged. */
function pathOf(url: string): string {
  return url.slice(url.indexOf("/", "https://".length));
}
