import type { Parts } from "../../../workers/ports";
import { nameScope, passFailpoint } from "./scope";

/** Parts that leave the process themselves; repositories do so through the database. */
const EXTERNAL_PARTS = new Set<keyof Parts>([
  "chain",
  "faucet",
  "files",
  "orderRecords",
  "premiumToken",
  "watcher",
]);
/** Parts without external calls. */
const LOCAL_PARTS = new Set<keyof Parts>([
  "settings",
  "clock",
  "counters",
  "ids",
  "log",
  "random",
  "passwordHasher",
  "firstTokens",
  "wait",
]);

/** Methods that answer at once, from memory. */
const SYNCHRONOUS_METHODS = new Set<PropertyKey>(["knownPace"]);

/** Adds failpoints around every call that leaves the process. */
export function instrumentParts(parts: Parts): Parts {
  const instrument = (name: keyof Parts, port: object | null) => {
    // Null where the deployment has no such part.
    if (port === null || LOCAL_PARTS.has(name)) return port;
    return instrumentMethods(name, port, EXTERNAL_PARTS.has(name) ? passFailpoint : nameScope);
  };
  const entries = Object.entries(parts) as [keyof Parts, object | null][];
  return Object.fromEntries(
    entries.map(([name, port]) => [name, instrument(name, port)]),
  ) as unknown as Parts;
}

/** Wraps every method of an object that returns a promise in `wrap`. */
function instrumentMethods<T extends object>(
  name: string,
  target: T,
  wrap: typeof passFailpoint,
): T {
  return new Proxy(target, {
    get(_, key) {
      const member: unknown = Reflect.get(target, key);
      if (typeof member !== "function" || SYNCHRONOUS_METHODS.has(key)) return member;
      return (...args: unknown[]) =>
        wrap(`${name}.${String(key)}`, async () => Reflect.apply(member, target, args));
    },
  });
}

/** A D1 database with failpoints around every call that leaves the process. */
export function instrumentDatabase(database: D1Database): D1Database {
  return new Proxy(database, {
    get(target, key) {
      if (key === "prepare") {
        return (query: string) => instrumentStatement(target.prepare(query));
      }
      if (key === "batch") {
        return (statements: D1PreparedStatement[]) =>
          passFailpoint("d1.batch", () =>
            target.batch(statements.map((one) => originalStatements.get(one) ?? one)),
          );
      }
      const member = Reflect.get(target, key);
      return typeof member === "function" ? member.bind(target) : member;
    },
  });
}

/** `batch` accepts only D1's own statements: the originals by their proxy. */
const originalStatements = new WeakMap<D1PreparedStatement, D1PreparedStatement>();

function instrumentStatement(statement: D1PreparedStatement): D1PreparedStatement {
  const proxy = new Proxy(statement, {
    get(target, key) {
      const member: unknown = Reflect.get(target, key);
      if (typeof member !== "function") return member;
      if (key === "bind") {
        return (...values: unknown[]) => instrumentStatement(target.bind(...values));
      }
      return (...args: unknown[]) =>
        passFailpoint(`d1.${String(key)}`, async () => Reflect.apply(member, target, args));
    },
  });
  originalStatements.set(proxy, statement);
  return proxy;
}

/** A Durable Object's storage with failpoints. */
export function instrumentStorage(storage: DurableObjectStorage) {
  return instrumentMethods("storage", storage, passFailpoint);
}
