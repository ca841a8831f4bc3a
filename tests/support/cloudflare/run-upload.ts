import { mkdirSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import type { Miniflare, WorkerOptions } from "miniflare";
import type { Account, Script } from "./account";

const require = createRequire(import.meta.url);

/**
 * Runs what was uploaded, with exactly its modules, bindings, variables, secrets, compatibility date and assets, and
 * with the databases below `folder`.
 */
export async function runUpload(
  account: Account,
  script: Script,
  folder: string,
  d1Persist: string,
): Promise<Miniflare> {
  const { Miniflare } = require("miniflare") as typeof import("miniflare");
  const modulesRoot = join(folder, script.name, "modules");
  const worker: WorkerOptions = {
    name: script.name,
    modulesRoot,
    modules: script.modules.map(({ name, content }) => ({
      type: "ESModule" as const,
      path: join(modulesRoot, name),
      contents: content,
    })),
    compatibilityDate: script.metadata.compatibility_date,
    compatibilityFlags: script.metadata.compatibility_flags,
    ...bindingsOf(script),
    ...assetsOf(account, script, join(folder, script.name, "assets")),
  };
  const running = new Miniflare({
    workers: [worker],
    cf: {},
    d1Persist,
    r2Persist: join(folder, "r2"),
    durableObjectsPersist: join(folder, "do"),
  });
  await running.ready;
  return running;
}

function bindingsOf({ metadata, secrets, classes }: Script): Partial<WorkerOptions> {
  const ofType = (type: string) => metadata.bindings.filter((one) => one.type === type);
  const mapOf = (type: string, field: string) =>
    Object.fromEntries(ofType(type).map((one) => [one.name, String(one[field])]));
  return {
    bindings: { ...mapOf("plain_text", "text"), ...Object.fromEntries(secrets) },
    d1Databases: mapOf("d1", "id"),
    r2Buckets: mapOf("r2_bucket", "bucket_name"),
    durableObjects: Object.fromEntries(
      ofType("durable_object_namespace").map(({ name, class_name }) => {
        const className = String(class_name);
        return [name, { className, useSQLite: classes.has(className) }];
      }),
    ),
  };
}

function assetsOf(account: Account, script: Script, directory: string): Partial<WorkerOptions> {
  const { metadata, assets } = script;
  if (!metadata.assets) return {};
  for (const [path, { hash }] of Object.entries(assets)) {
    mkdirSync(dirname(join(directory, path)), { recursive: true });
    writeFileSync(join(directory, path), account.files.get(hash) ?? "");
  }
  // Miniflare reads the file, as the platform does the text of the upload.
  const { _headers = "", html_handling, not_found_handling } = metadata.assets.config ?? {};
  writeFileSync(join(directory, "_headers"), _headers);
  const binding = metadata.bindings.find(({ type }) => type === "assets")?.name;
  return {
    assets: {
      directory,
      binding,
      routerConfig: { has_user_worker: true },
      assetConfig: {
        compatibility_date: metadata.compatibility_date,
        compatibility_flags: metadata.compatibility_flags,
        ...(html_handling && { html_handling }),
        ...(not_found_handling && { not_found_handling }),
      },
    } as WorkerOptions["assets"],
  };
}
