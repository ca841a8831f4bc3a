import type { Ports } from "../../../app/ports";
import { pass } from "./scope";

/** Ports that work on their own, in this process, without waiting for anything. */
const INSIDE = new Set<keyof Ports>(["settings", "clock", "ids", "passwordHasher"]);

/** The same ports, with failpoints around every call. */
export function watchedPorts(ports: Ports): Ports {
  const entries = Object.entries(ports) as [keyof Ports, object][];
  return Object.fromEntries(
    entries.map(([name, port]) => [name, INSIDE.has(name) ? port : watched(name, port)]),
  ) as unknown as Ports;
}

/** An object whose methods all return promises, with failpoints around each. */
function watched<T extends object>(name: string, target: T): T {
  return new Proxy(target, {
    get(_, key) {
      const member: unknown = Reflect.get(target, key);
      if (typeof member !== "function") return member;
      return (...args: unknown[]) =>
        pass(`${name}.${String(key)}`, async () => Reflect.apply(member, target, args));
    },
  });
}

/** A D1 database, with failpoints around everything that goes over the wire. */
export function watchedDatabase(database: D1Database): D1Database {
  return new Proxy(database, {
    get(target, key) {
      if (key === "prepare") {
        return (query: string) => watchedStatement(target.prepare(query));
      }
      if (key === "batch") {
        return (statements: D1PreparedStatement[]) =>
          pass("d1.batch", () => target.batch(statements.map((one) => bare.get(one) ?? one)));
      }
      const member = Reflect.get(target, key);
      return typeof member === "function" ? member.bind(target) : member;
    },
  });
}

/** A batch takes the statements as D1 made them. */
const bare = new WeakMap<D1PreparedStatement, D1PreparedStatement>();

function watchedStatement(statement: D1PreparedStatement): D1PreparedStatement {
  const proxy = new Proxy(statement, {
    get(target, key) {
      const member: unknown = Reflect.get(target, key);
      if (typeof member !== "function") return member;
      if (key === "bind") {
        return (...values: unknown[]) => watchedStatement(target.bind(...values));
      }
      return (...args: unknown[]) =>
        pass(`d1.${String(key)}`, async () => Reflect.apply(member, target, args));
    },
  });
  bare.set(proxy, statement);
  return proxy;
}

/** What an object does with its own storage; its alarms go by the same clock as everything else. */
export function watchedStorage(storage: DurableObjectStorage, clockOffset: number) {
  return watched(
    "storage",
    new Proxy(storage, {
      get(target, key) {
        if (key === "setAlarm") return (at: number) => target.setAlarm(at - clockOffset);
        if (key === "getAlarm") return () => target.getAlarm().then((at) => at && at + clockOffset);
        const member: unknown = Reflect.get(target, key);
        return typeof member === "function" ? member.bind(target) : member;
      },
    }),
  );
}
