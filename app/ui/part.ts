/** Code that a page loads when it needs it. */
export interface Part<Module> {
  /** Loads it, again where the last attempt failed. Resolves to null where it can't be loaded. */
  load(): Promise<Module | null>;
  /** Null until it is loaded. */
  current(): Module | null;
  /** Resolves once it is loaded, after however many attempts. */
  loaded: Promise<unknown>;
  hasFailed(): boolean;
  subscribe(listener: () => void): () => void;
}

/**
 * @param importModule a dynamic import
 * @param onServer the module itself where `import.meta.env.SSR`, so that a page's HTML is complete, else null
 */
export function createPart<Module>(
  importModule: () => Promise<Module>,
  onServer: Module | null,
): Part<Module> {
  let module = onServer;
  let loading: Promise<Module | null> | null = null;
  let failed = false;
  let markLoaded: () => void;
  const listeners = new Set<() => void>();
  const setFailed = (value: boolean) => {
    failed = value;
    for (const listener of listeners) listener();
  };

  async function load(): Promise<Module | null> {
    try {
      module = await importModule();
      markLoaded();
    } catch {
      loading = null;
    }
    setFailed(module === null);
    return module;
  }

  return {
    load: () => {
      loading ??= load();
      return loading;
    },
    current: () => module,
    loaded: new Promise<void>((resolve) => {
      markLoaded = resolve;
    }),
    hasFailed: () => failed,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** The module of a part. Suspends until it is loaded, inside of `PartBoundary` or `Suspense`. */
export function usePart<Module>(part: Part<Module>): Module {
  const module = part.current();
  if (module) return module;
  void part.load();
  throw part.loaded;
}
