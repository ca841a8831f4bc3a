import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Miniflare } from "miniflare";
import {
  Account,
  ApiError,
  type Binding,
  type Manifest,
  type Module,
  type Script,
  type UploadMetadata,
} from "./account";
import { Databases } from "./d1";
import { runUpload } from "./run-upload";

/** The account's part of `<name>.<subdomain>.workers.dev`. */
export const SUBDOMAIN = "atelier";

/** A call as the handlers see it. */
interface Call {
  /** Parts of the path that vary. */
  parts: string[];
  query: URLSearchParams;
  token: string;
  json<T>(): T;
  form(): Promise<FormData>;
  text: string;
}

type Handler = (call: Call) => unknown;

/**
 * The calls of Cloudflare's API that the pinned wrangler makes for this project, below `/client/v4`, on an account in
 * memory with databases in files. A call that it does not know is refused and noted: a test that ends asks `unknown`.
 *
 * Not as the platform: no permissions, limits of size or number, zones, gradual deployments, or replicas.
 */
export class CloudflareDouble {
  readonly account = new Account();
  /** Each call, such as `POST d1/database`. */
  readonly calls: string[] = [];
  /** Calls that no handler knows. */
  readonly unknown: string[] = [];
  readonly #folder = mkdtempSync(join(tmpdir(), "comptoir-cloudflare-"));
  readonly #databases = new Databases(join(this.#folder, "d1"), this.account.databases);
  readonly #imports = new Map<string, string>();
  readonly #server = createServer((request, response) => {
    void this.#answer(request).then(({ status, body, headers }) => {
      response.writeHead(status, { "Content-Type": "application/json", ...headers });
      response.end(body);
    });
  });
  readonly #handlers = this.#makeHandlers();
  #failing: RegExp | null = null;
  #origin = "";

  /** Starts on a free port of this machine. */
  static async start(): Promise<CloudflareDouble> {
    const double = new CloudflareDouble();
    double.#server.listen(0, "127.0.0.1");
    await once(double.#server, "listening");
    const { port } = double.#server.address() as AddressInfo;
    double.#origin = `http://127.0.0.1:${port}`;
    return double;
  }

  /** What leads wrangler here. */
  get env(): Record<string, string> {
    return {
      CLOUDFLARE_API_BASE_URL: `${this.#origin}/client/v4`,
      CLOUDFLARE_API_TOKEN: "a token of the double",
      CLOUDFLARE_ACCOUNT_ID: this.account.id,
    };
  }

  /** The next call of this kind is refused. */
  failNext(call: RegExp): void {
    this.#failing = call;
  }

  /** Runs the deployed Worker of that name. */
  async run(name: string): Promise<Miniflare> {
    await this.#databases.close();
    return runUpload(this.account, this.account.script(name), this.#folder, this.#databases.folder);
  }

  async stop(): Promise<void> {
    await this.#databases.close();
    this.#server.closeAllConnections();
    this.#server.close();
    rmSync(this.#folder, { recursive: true, force: true, maxRetries: 5 });
  }

  async #answer(
    request: IncomingMessage,
  ): Promise<{ status: number; body: string; headers?: Record<string, string> }> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const content = Buffer.concat(chunks);
    const url = new URL(request.url ?? "/", this.#origin);
    const path = url.pathname.replace(`/client/v4/accounts/${this.account.id}/`, "");
    const name = `${request.method} ${path}`;
    this.calls.push(name);
    try {
      if (this.#failing?.test(name)) {
        this.#failing = null;
        // Not one that wrangler repeats, or explains by asking whose token it is.
        throw new ApiError(400, 10_999, "Refused by the test");
      }
      if (name.startsWith("PUT /import/")) {
        this.#imports.set(path, content.toString());
        const etag = path.split("/").at(-1) ?? "";
        return { status: 200, body: "", headers: { ETag: `"${etag}"` } };
      }
      const result = await this.#handle(name, {
        query: url.searchParams,
        token: (request.headers.authorization ?? "").replace("Bearer ", ""),
        json: () => JSON.parse(content.toString()),
        form: () =>
          new Response(content, {
            headers: { "Content-Type": request.headers["content-type"] ?? "" },
          }).formData(),
        text: content.toString(),
      });
      return { status: 200, body: JSON.stringify({ ...SUCCESS, result }) };
    } catch (error) {
      const { status, code, message } =
        error instanceof ApiError ? error : new ApiError(400, 7500, String(error));
      const errors = [{ code, message }];
      return { status, body: JSON.stringify({ ...SUCCESS, success: false, errors, result: null }) };
    }
  }

  #handle(name: string, call: Omit<Call, "parts">): unknown {
    for (const [pattern, handler] of this.#handlers) {
      const match = pattern.exec(name);
      if (match) return handler({ ...call, parts: match.slice(1).map(decodeURIComponent) });
    }
    this.unknown.push(name);
    throw new ApiError(404, 7003, `The double does not know: ${name}`);
  }

  #makeHandlers(): [RegExp, Handler][] {
    return [
      ...this.#d1(),
      ...this.#r2(),
      ...this.#settings(),
      ...this.#uploads(),
      ...this.#triggers(),
    ].map(([pattern, handler]) => [new RegExp(`^${pattern.replaceAll("*", "([^/]+)")}$`), handler]);
  }

  #d1(): [string, Handler][] {
    const { account } = this;
    return [
      [
        "GET d1/database",
        ({ query }) => {
          const size = Number(query.get("per_page"));
          const from = (Number(query.get("page")) - 1) * size;
          return account.databases.slice(from, from + size);
        },
      ],
      [
        "POST d1/database",
        async ({ json }) => {
          // The next query opens all of them.
          await this.#databases.close();
          return account.createDatabase(json<{ name: string }>().name);
        },
      ],
      ["GET d1/database/*", ({ parts: [id = ""] }) => account.database(id)],
      [
        "POST d1/database/*/query",
        ({ parts: [id = ""], json }) =>
          this.#databases.query(account.database(id).uuid, json<{ sql: string }>().sql),
      ],
      ["POST d1/database/*/import", ({ parts: [id = ""], json }) => this.#import(id, json())],
    ];
  }

  async #import(id: string, { action, etag }: { action: string; etag: string }): Promise<unknown> {
    const path = `/import/${etag}`;
    if (action === "init") return { upload_url: `${this.#origin}${path}`, filename: etag };
    if (action !== "ingest") throw new ApiError(400, 7400, `No such action: ${action}`);
    const { uuid } = this.account.database(id);
    const results = await this.#databases.query(uuid, this.#imports.get(path) ?? "");
    const meta = { duration: 1, rows_read: 0, rows_written: 0, size_after: 0 };
    return {
      success: true,
      status: "complete",
      messages: [],
      result: { num_queries: results.length, final_bookmark: "0", meta },
    };
  }

  #r2(): [string, Handler][] {
    const { account } = this;
    return [
      ["GET r2/buckets", () => ({ buckets: account.buckets.map((name) => ({ name })) })],
      [
        "GET r2/buckets/*",
        ({ parts: [name = ""] }) => {
          if (account.buckets.includes(name)) return { name };
          throw new ApiError(404, 10_006, "The specified bucket does not exist.");
        },
      ],
      ["POST r2/buckets", ({ json }) => account.createBucket(json<{ name: string }>().name)],
    ];
  }

  #settings(): [string, Handler][] {
    const { account } = this;
    const secretsOf = ({ secrets }: Script) =>
      [...secrets.keys()].map((name) => ({ name, type: "secret_text" }));
    return [
      [
        "GET workers/scripts/*/secrets",
        ({ parts: [name = ""] }) => secretsOf(account.script(name)),
      ],
      [
        "GET workers/scripts/*/settings",
        ({ parts: [name = ""] }) => {
          const script = account.script(name);
          return { bindings: [...script.metadata.bindings, ...secretsOf(script)] };
        },
      ],
      [
        "PATCH workers/scripts/*/settings",
        async ({ parts: [name = ""], form }) => {
          const { bindings } = JSON.parse(String((await form()).get("settings")));
          account.patchBindings(name, bindings as Binding[]);
        },
      ],
      // Logs and tags, which change nothing here.
      [
        "PATCH workers/scripts/*/script-settings",
        ({ parts: [name = ""] }) => void account.script(name),
      ],
    ];
  }

  #uploads(): [string, Handler][] {
    const { account } = this;
    const upload: Handler = async ({ parts: [name = ""], form }) => {
      const { metadata, modules } = await readUpload(await form());
      const script = account.upload(name, metadata, modules);
      const id = randomUUID();
      return {
        id,
        deployment_id: id.replaceAll("-", ""),
        startup_time_ms: 1,
        resources: { script: { etag: script.tag } },
      };
    };
    return [
      [
        "GET workers/services/*",
        ({ parts: [name = ""] }) => {
          const { tag } = account.script(name);
          const script = { tag, tags: [], last_deployed_from: "wrangler" };
          return { default_environment: { environment: "production", script } };
        },
      ],
      [
        "GET workers/scripts",
        () =>
          [...account.scripts.values()].map(({ name, migrationTag }) => ({
            id: name,
            migration_tag: migrationTag,
          })),
      ],
      [
        "GET workers/scripts/*/deployments",
        ({ parts: [name = ""] }) => {
          account.script(name);
          return { deployments: [] };
        },
      ],
      [
        "POST workers/scripts/*/assets-upload-session",
        ({ json }) => account.openAssetSession(json<{ manifest: Manifest }>().manifest),
      ],
      [
        "POST workers/assets/upload",
        async ({ token, form }) => {
          const files = new Map<string, Buffer>();
          for (const [hash, file] of await form()) {
            const text = typeof file === "string" ? file : await file.text();
            files.set(hash, Buffer.from(text, "base64"));
          }
          return account.addAssets(token, files);
        },
      ],
      ["PUT workers/scripts/*", upload],
      ["POST workers/scripts/*/versions", upload],
      ["POST workers/scripts/*/deployments", ({ parts: [name = ""] }) => void account.script(name)],
    ];
  }

  #triggers(): [string, Handler][] {
    const { account } = this;
    return [
      ["GET workers/subdomain", () => ({ subdomain: SUBDOMAIN })],
      [
        "GET workers/scripts/*/subdomain",
        ({ parts: [name = ""] }) => ({ enabled: account.script(name).onWorkersDev }),
      ],
      [
        "POST workers/scripts/*/subdomain",
        ({ parts: [name = ""], json }) => {
          const wanted = json<{ enabled: boolean }>();
          account.script(name).onWorkersDev = wanted.enabled;
          return wanted;
        },
      ],
      [
        "PUT workers/scripts/*/schedules",
        ({ parts: [name = ""], json }) => {
          account.script(name).crons = json<{ cron: string }[]>().map(({ cron }) => cron);
        },
      ],
      [
        "PUT workers/scripts/*/domains/records",
        ({ parts: [name = ""], json }) => {
          const { origins } = json<{ origins: { hostname: string }[] }>();
          account.script(name).domains = origins.map(({ hostname }) => hostname);
        },
      ],
    ];
  }
}

const SUCCESS = { success: true, errors: [], messages: [] };

async function readUpload(
  form: FormData,
): Promise<{ metadata: UploadMetadata; modules: Module[] }> {
  const metadata: UploadMetadata = JSON.parse(String(form.get("metadata")));
  const modules: Module[] = [];
  for (const [name, part] of form) {
    if (typeof part === "string") continue;
    modules.push({ name, type: part.type, content: await part.text() });
  }
  return { metadata, modules };
}
