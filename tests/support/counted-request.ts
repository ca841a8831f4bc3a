import { createExecutionContext, env, waitOnExecutionContext } from "cloudflare:test";
// The built Worker has no types.
// @ts-expect-error
import built from "../../dist-worker/index.js";
import { ORIGIN } from "./seller";

const worker = built as ExportedHandler<Cloudflare.Env>;

/** A request to the Worker, with the operations on R2 that it took. */
export async function countedRequest(path: string, init: RequestInit = {}) {
  const operations: string[] = [];
  const files = new Proxy(env.FILES, {
    get(bucket, key) {
      const member = Reflect.get(bucket, key) as (...args: unknown[]) => unknown;
      return (...args: unknown[]) => {
        operations.push(String(key));
        return member.apply(bucket, args);
      };
    },
  });
  const context = createExecutionContext();
  const request = new Request(ORIGIN + path, init);
  const response = await worker.fetch?.(request as never, { ...env, FILES: files }, context);
  if (!response) throw new Error("no response");
  const body = new Uint8Array(await response.arrayBuffer());
  await waitOnExecutionContext(context);
  return { status: response.status, headers: response.headers, body, operations };
}
