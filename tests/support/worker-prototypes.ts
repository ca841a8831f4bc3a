/**
 * Keeps the cost of a request to `SELF` or to a Durable Object constant. The test runner (0.15) puts
 * one more Proxy around the prototype of its entry point at each request, so that in a runtime that
 * files share the thousandth request passes a thousand of them. Later versions keep the first Proxy
 * (https://github.com/cloudflare/workers-sdk/issues/15092), as this does.
 */
const PATCHED = Symbol.for("prototypes kept");
const shared = globalThis as { [PATCHED]?: true };

/** Classes of `cloudflare:workers` that the test runner derives its own from. */
const ENTRY_POINTS = ["WorkerEntrypoint", "DurableObject"];

interface Constructor {
  name: string;
  prototype: object;
}

if (!shared[PATCHED]) {
  shared[PATCHED] = true;
  const prototypes = new WeakMap<Constructor, object>();
  Reflect.construct = new Proxy(Reflect.construct, {
    apply(construct, self, args: [Constructor, unknown[], Constructor?]) {
      const [target, , derived] = args;
      if (derived && ENTRY_POINTS.includes(target.name)) {
        const first = prototypes.get(derived) ?? derived.prototype;
        prototypes.set(derived, first);
        derived.prototype = first;
      }
      return Reflect.apply(construct, self, args);
    },
  });
}
