import { createHash, randomUUID } from "node:crypto";

/** What the API answers a call that it refuses, by its own codes. */
export class ApiError extends Error {
  constructor(
    readonly status: number,
    readonly code: number,
    message: string,
  ) {
    super(message);
  }
}

export interface Binding extends Record<string, unknown> {
  type: string;
  name: string;
}

/** The `metadata` part of an upload, as far as this project's configuration makes it. */
export interface UploadMetadata {
  main_module: string;
  bindings: Binding[];
  compatibility_date?: string;
  compatibility_flags?: string[];
  migrations?: { old_tag?: string; new_tag: string; steps: MigrationStep[] };
  keep_bindings?: string[];
  assets?: { jwt: string; config?: AssetConfig };
  observability?: unknown;
}

interface MigrationStep {
  new_sqlite_classes?: string[];
  renamed_classes?: { from: string; to: string }[];
}

export interface AssetConfig {
  html_handling?: string;
  not_found_handling?: string;
  run_worker_first?: boolean | string[];
  /** The text of the file `_headers`. */
  _headers?: string;
}

export interface Module {
  name: string;
  type: string;
  content: string;
}

/** Path to hash and size, as wrangler sends it. */
export type Manifest = Record<string, { hash: string; size: number }>;

/** A Worker of the account: the version that is deployed, and what belongs to all versions. */
export interface Script {
  name: string;
  tag: string;
  metadata: UploadMetadata;
  modules: Module[];
  secrets: Map<string, string>;
  migrationTag: string | undefined;
  /** Classes of Durable Objects that exist, all on SQLite. */
  classes: Set<string>;
  assets: Manifest;
  crons: string[];
  domains: string[];
  onWorkersDev: boolean;
  /** How often it was uploaded. */
  uploads: number;
}

export interface Database {
  uuid: string;
  name: string;
}

/**
 * What an account of Cloudflare keeps, as far as this project uses it. It refuses what the platform refuses: a binding
 * to what is not there, a class that no migration made, a name twice.
 */
export class Account {
  readonly id = createHash("md5").update(randomUUID()).digest("hex");
  readonly databases: Database[] = [];
  readonly buckets: string[] = [];
  readonly scripts = new Map<string, Script>();
  /** Contents of uploaded assets, by hash. */
  readonly files = new Map<string, Buffer>();
  /** Manifests of upload sessions, by token. */
  readonly #sessions = new Map<string, Manifest>();

  createDatabase(name: string): Database {
    if (this.databases.some((one) => one.name === name)) {
      throw new ApiError(400, 7502, "A database with that name already exists");
    }
    const database = { uuid: randomUUID(), name };
    this.databases.push(database);
    return database;
  }

  database(idOrName: string): Database {
    const found = this.databases.find(({ uuid, name }) => [uuid, name].includes(idOrName));
    if (!found) throw new ApiError(404, 7404, `The database ${idOrName} could not be found`);
    return found;
  }

  createBucket(name: string): void {
    if (this.buckets.includes(name)) {
      throw new ApiError(
        409,
        10_004,
        "The bucket you tried to create already exists, and you own it.",
      );
    }
    this.buckets.push(name);
  }

  script(name: string): Script {
    const found = this.scripts.get(name);
    if (!found) throw new ApiError(404, 10_007, "This Worker does not exist on your account.");
    return found;
  }

  /** Opens a session; answers with the hashes that are not there yet. */
  openAssetSession(manifest: Manifest): { jwt: string; buckets: string[][] } {
    const jwt = randomUUID();
    this.#sessions.set(jwt, manifest);
    const hashes = new Set(Object.values(manifest).map(({ hash }) => hash));
    const missing = [...hashes].filter((hash) => !this.files.has(hash));
    return { jwt, buckets: missing.length > 0 ? [missing] : [] };
  }

  /** Takes files of a session; the answer has a token once all of them are there. */
  addAssets(token: string, files: ReadonlyMap<string, Buffer>): { jwt?: string } {
    const manifest = this.#manifest(token);
    const known = new Set(Object.values(manifest).map(({ hash }) => hash));
    for (const [hash, content] of files) {
      if (!known.has(hash)) throw new ApiError(400, 10_000, `No such asset: ${hash}`);
      this.files.set(hash, content);
    }
    return [...known].every((hash) => this.files.has(hash)) ? { jwt: token } : {};
  }

  /** A new version, which is deployed at once. */
  upload(name: string, metadata: UploadMetadata, modules: Module[]): Script {
    const before = this.scripts.get(name);
    if (!modules.some((module) => module.name === metadata.main_module)) {
      throw new ApiError(400, 10_021, `No such module "${metadata.main_module}".`);
    }
    const { tag, classes } = this.#migrated(before, metadata);
    for (const binding of metadata.bindings) this.#assertBinding(binding, classes);
    const names = new Set(metadata.bindings.map((binding) => binding.name));
    if (names.size < metadata.bindings.length) {
      throw new ApiError(400, 10_053, "A binding name is in use twice.");
    }
    const kept = metadata.keep_bindings ?? ["secret_text"];
    const secrets = kept.includes("secret_text") ? [...(before?.secrets ?? [])] : [];
    const script: Script = {
      crons: [],
      domains: [],
      onWorkersDev: false,
      tag: before?.tag ?? randomUUID().replaceAll("-", ""),
      ...before,
      name,
      metadata,
      modules,
      // A variable takes the place of a secret of its name.
      secrets: new Map(secrets.filter(([secret]) => !names.has(secret))),
      migrationTag: tag,
      classes,
      assets: metadata.assets ? this.#manifest(metadata.assets.jwt) : {},
      uploads: (before?.uploads ?? 0) + 1,
    };
    this.scripts.set(name, script);
    return script;
  }

  /** Replaces all bindings by those named, which are the present ones or secrets with a new text. */
  patchBindings(name: string, bindings: (Binding & { text?: string })[]): void {
    const script = this.script(name);
    const isThere = ({ type, name: one }: Binding) =>
      type === "secret_text"
        ? script.secrets.has(one)
        : script.metadata.bindings.some((own) => own.name === one && own.type === type);
    for (const binding of bindings) {
      const isNew = binding.type === "secret_text" && typeof binding.text === "string";
      if (!isNew && !isThere(binding)) {
        throw new ApiError(400, 10_056, `inherit binding '${binding.name}' is invalid`);
      }
    }
    const secrets = bindings.filter(({ type }) => type === "secret_text");
    const others = new Set(bindings.map((binding) => binding.name));
    script.metadata = {
      ...script.metadata,
      bindings: script.metadata.bindings.filter((binding) => others.has(binding.name)),
    };
    script.secrets = new Map(
      secrets.map((one) => [one.name, one.text ?? script.secrets.get(one.name) ?? ""]),
    );
  }

  #manifest(token: string): Manifest {
    const manifest = this.#sessions.get(token);
    if (!manifest) throw new ApiError(401, 10_000, "Authentication error");
    return manifest;
  }

  #migrated(before: Script | undefined, { migrations }: UploadMetadata) {
    const classes = new Set(before?.classes);
    if (!migrations) return { tag: before?.migrationTag, classes };
    if (migrations.old_tag !== before?.migrationTag) {
      throw new ApiError(
        412,
        10_079,
        `Migration tag precondition failed; current tag is ${before?.migrationTag}`,
      );
    }
    for (const step of migrations.steps) {
      for (const one of step.new_sqlite_classes ?? []) classes.add(one);
      for (const { from, to } of step.renamed_classes ?? []) {
        classes.delete(from);
        classes.add(to);
      }
    }
    return { tag: migrations.new_tag, classes };
  }

  #assertBinding({ type, name, ...rest }: Binding, classes: ReadonlySet<string>): void {
    const isKnown = () => {
      switch (type) {
        case "plain_text":
          return typeof rest.text === "string";
        case "assets":
          return true;
        case "d1":
          return this.databases.some(({ uuid }) => uuid === rest.id);
        case "r2_bucket":
          return this.buckets.includes(String(rest.bucket_name));
        case "durable_object_namespace":
          return classes.has(String(rest.class_name));
        default:
          return false;
      }
    };
    if (!isKnown()) {
      const text = `binding ${name} of type ${type} must be valid: ${JSON.stringify(rest)}`;
      throw new ApiError(400, 10_021, text);
    }
  }
}
