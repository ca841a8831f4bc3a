import type {
  Browser,
  BrowserContext,
  BrowserContextOptions,
  Page,
  ViewportSize,
} from "playwright-core";
import { waitForHydration } from "./hydration";

/** Idle contexts that are kept; each holds a renderer of about 80 MB. */
const MAX_IDLE = 10;
/** An address of any app under test that loads nothing else and runs no script. */
const QUIET_PATH = "/favicon.svg";
/** Only for what never comes: a machine that others use as well may be slow. */
const TIMEOUT_MS = 90_000;
const DEFAULT_VIEWPORT = { width: 1280, height: 720 };
/** Of the options that tests pass, the values that Playwright takes without them. */
const DEFAULTS = { javaScriptEnabled: true };
/** Calls whose effect on a context or page can't be undone: it is used once. */
const LASTING_CALLS = [
  "addLocatorHandler",
  "grantPermissions",
  "newCDPSession",
  "routeWebSocket",
  "setDefaultNavigationTimeout",
  "setDefaultTimeout",
  "setExtraHTTPHeaders",
  "setGeolocation",
  "setOffline",
  // Of the clock.
  "install",
  "setFixedTime",
  "setSystemTime",
];
/** Calls that return what undoes them. */
const DISPOSABLE_CALLS = ["addInitScript", "exposeBinding", "exposeFunction", "route"];
const LISTENING_CALLS = ["addListener", "on", "once"];

type Media = Required<Pick<BrowserContextOptions, "colorScheme" | "reducedMotion">>;

interface Disposable {
  dispose(): Promise<void>;
}

/**
 * Contexts of one browser, used by one test after another. A page in a new context costs three times
 * the processor time of one whose renderer has compiled the scripts and read the fonts before. `close`
 * of a context removes what the test left in it, and keeps it for the next caller with its options.
 */
export class ContextPool {
  readonly #idle: PooledContext[] = [];
  readonly #used = new Set<PooledContext>();

  constructor(private readonly browser: Browser) {}

  /** A context whose scripts handle a page when a navigation to it resolves. */
  async newContext(options: BrowserContextOptions = {}): Promise<BrowserContext> {
    const at = this.#idle.findLastIndex(({ key }) => key === keyOf(options));
    const [idle] = at < 0 ? [] : this.#idle.splice(at, 1);
    const pooled = idle ?? (await this.#create(options));
    pooled.viewport = options.viewport ?? DEFAULT_VIEWPORT;
    pooled.media = mediaOf(options);
    this.#used.add(pooled);
    return pooled.context;
  }

  /** A page in a context that ends with it. */
  async newPage(options?: BrowserContextOptions): Promise<Page> {
    const context = await this.newContext(options);
    const page = await context.newPage();
    page.close = () => context.close();
    return page;
  }

  /** The contexts in use. */
  contexts(): BrowserContext[] {
    return [...this.#used].map(({ context }) => context);
  }

  async #create(options: BrowserContextOptions): Promise<PooledContext> {
    const { colorScheme, reducedMotion, ...lasting } = options;
    const context = await this.browser.newContext(lasting);
    context.setDefaultTimeout(TIMEOUT_MS);
    if (options.javaScriptEnabled !== false) waitForHydration(context);
    const pooled = new PooledContext(context, keyOf(options));
    context.close = async () => {
      if (this.#used.delete(pooled)) await this.#release(pooled);
    };
    return pooled;
  }

  async #release(pooled: PooledContext): Promise<void> {
    if (!(await pooled.reset())) return pooled.destroy();
    this.#idle.push(pooled);
    if (this.#idle.length > MAX_IDLE) await this.#idle.shift()?.destroy();
  }
}

class PooledContext {
  viewport: ViewportSize = DEFAULT_VIEWPORT;
  media = mediaOf({});
  /** Closes the context itself. */
  readonly destroy: () => Promise<void>;
  /** The page of the test before, where this one has not asked for it. */
  #idlePage: Page | undefined;
  /** The one that the test has visited: `reset` clears the storage of one. */
  #origin: string | undefined;
  /** True once a test has made one of `LASTING_CALLS`, or visited a second origin. */
  #isSpent = false;
  /** What undoes the calls of the test. */
  readonly #undo: (() => unknown)[] = [];

  constructor(
    readonly context: BrowserContext,
    readonly key: string,
  ) {
    this.destroy = context.close.bind(context);
    const newPage = context.newPage.bind(context);
    context.newPage = async () => {
      const page = this.#idlePage ?? (await newPage());
      this.#idlePage = undefined;
      await Promise.all([page.setViewportSize(this.viewport), page.emulateMedia(this.media)]);
      return page;
    };
    context.on("page", (page) => {
      page.on("framenavigated", (frame) => this.#noteOrigin(frame.url()));
      this.#watch(page);
      // For windows that a page opens. One that closes at once refuses it.
      page.emulateMedia(this.media).catch(() => undefined);
    });
    this.#watch(context);
    this.#watch(context.clock);
  }

  /** Removes what the test left; false where that is impossible. */
  async reset(): Promise<boolean> {
    const [page, ...others] = this.context.pages();
    if (this.#isSpent || !page) return false;
    try {
      // Also where `newPage` of the pool has replaced it.
      Reflect.deleteProperty(page, "close");
      await Promise.all(this.#undo.splice(0).map((undo) => undo()));
      await Promise.all(others.map((other) => other.close()));
      if (this.#origin) {
        await page.goto(this.#origin + QUIET_PATH, { waitUntil: "commit" });
        await page.evaluate(clearStorage);
        this.#origin = undefined;
      }
      await Promise.all([
        page.emulateMedia({ media: null }),
        page.mouse.move(-1, -1),
        this.context.clearCookies(),
      ]);
      this.#idlePage = page;
      return true;
    } catch {
      // The app has stopped, or the page has crashed.
      return false;
    }
  }

  #noteOrigin(url: string): void {
    // Chromium says ":" for a tab that downloads.
    if (!/^https?:/.test(url)) return;
    const { origin } = new URL(url);
    this.#origin ??= origin;
    if (origin !== this.#origin) this.#isSpent = true;
  }

  #watch(target: object): void {
    for (const name of LASTING_CALLS) {
      intercept(target, name, () => {
        this.#isSpent = true;
      });
    }
    for (const name of DISPOSABLE_CALLS) {
      intercept(target, name, (_, answer) => {
        this.#undo.push(async () => ((await answer) as Disposable).dispose());
      });
    }
    for (const name of LISTENING_CALLS) {
      intercept(target, name, ([event, listener]) => {
        this.#undo.push(() => (target as Page).off(event as "close", listener as () => void));
      });
    }
  }
}

/** Calls `note` with the arguments and the answer of each call of a method, where there is one. */
function intercept(
  target: object,
  name: string,
  note: (args: unknown[], answer: unknown) => void,
): void {
  const method: unknown = Reflect.get(target, name);
  if (typeof method !== "function") return;
  Object.assign(target, {
    [name](...args: unknown[]) {
      const answer: unknown = Reflect.apply(method, target, args);
      note(args, answer);
      return answer;
    },
  });
}

/** Runs in the page. */
function clearStorage(): void {
  localStorage.clear();
  sessionStorage.clear();
}

function mediaOf(options: BrowserContextOptions): Media {
  const { colorScheme = "light", reducedMotion = "no-preference" } = options;
  return { colorScheme, reducedMotion };
}

/** All options but those of its pages, which can change, and those that say the default. */
function keyOf({
  viewport,
  colorScheme,
  reducedMotion,
  ...options
}: BrowserContextOptions): string {
  const given = Object.entries(options).filter(
    ([name, value]) => value !== undefined && DEFAULTS[name as keyof typeof DEFAULTS] !== value,
  );
  return JSON.stringify(given.sort());
}
