// Runs the steps of the Dockerfile in a folder, where no Docker is.
import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { existsSync, mkdirSync, readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { StartFailure } from "../run/failure";

export interface ImageStep {
  name: string;
  text: string;
}

export interface ImageOptions {
  /** What `docker build` gets: the checkout. */
  context: string;
  /** An empty or missing folder: each stage is a folder in it. */
  into: string;
  /**
   * True takes the packages of the context in place of `npm ci`, where they are of the same lock file, and its
   * build, which the step that builds then finds up to date where it is.
   */
  linksPackages?: boolean;
  log?: (line: string) => void;
}

/** What the steps leave: how the last stage runs. */
export interface Image {
  /** Folder of the last stage, as `/`. */
  root: string;
  workdir: string;
  env: Record<string, string>;
  command: string[];
  healthCheck: string[];
  stopSignal: NodeJS.Signals;
}

interface Stage extends Omit<Image, "command" | "healthCheck"> {
  command: string[];
  healthCheck: string[];
}

/** What the machine needs to reach its package registry; all else of the environment is left out. */
const KEPT_ENV = /^(PATH|npm_config_.*|https?_proxy|no_proxy|NODE_EXTRA_CA_CERTS)$/i;

/** Instructions of a Dockerfile, continued lines joined. */
export function readSteps(text: string): ImageStep[] {
  return text
    .replace(/^\s*#.*\n/gm, "")
    .replace(/\\\n/g, " ")
    .split("\n")
    .map((line) => line.trim())
    .filter(Boolean)
    .map((line) => {
      const [name = "", ...rest] = line.split(/\s+/);
      return { name: name.toUpperCase(), text: rest.join(" ") };
    });
}

/**
 * Runs `COPY`, `RUN`, `WORKDIR` and `ENV` of all stages, and returns how the last one is started. `FROM`
 * is the Node and the system of this machine, and `USER` the user who runs this.
 *
 * @throws StartFailure where the folder is not empty, or a step fails or is none that this knows
 */
export async function runImageSteps(options: ImageOptions): Promise<Image> {
  const { context, into, log = () => undefined } = options;
  if (existsSync(into) && readdirSync(into).length > 0) {
    throw new StartFailure(`${into} is not empty.`);
  }
  const stages = new Map<string, Stage>();
  let stage: Stage | null = null;
  for (const step of readSteps(readFileSync(join(context, "Dockerfile"), "utf8"))) {
    log(`${step.name} ${step.text}`);
    if (step.name === "FROM") {
      const name = /\bAS (\S+)$/i.exec(step.text)?.[1] ?? `stage-${stages.size}`;
      stage = newStage(join(into, name));
      stages.set(name, stage);
      log(`  (node ${process.versions.node} of this machine)`);
    } else if (stage === null) throw new StartFailure("The Dockerfile has no FROM.");
    else await runStep(step, stage, stages, options);
  }
  if (stage === null || stage.command.length === 0) throw new StartFailure("There is no CMD.");
  return stage;
}

function newStage(root: string): Stage {
  mkdirSync(root, { recursive: true });
  const kept = Object.entries(process.env).filter(([name]) => KEPT_ENV.test(name));
  const npmrc = join(process.env.HOME ?? "/", ".npmrc");
  const env = {
    ...(existsSync(npmrc) && { npm_config_userconfig: npmrc }),
    ...(Object.fromEntries(kept) as Record<string, string>),
    HOME: root,
  };
  return { root, workdir: root, env, command: [], healthCheck: [], stopSignal: "SIGTERM" };
}

async function runStep(
  { name, text }: ImageStep,
  stage: Stage,
  stages: ReadonlyMap<string, Stage>,
  options: ImageOptions,
): Promise<void> {
  const log = options.log ?? (() => undefined);
  switch (name) {
    case "WORKDIR":
      stage.workdir = inside(stage, text);
      mkdirSync(stage.workdir, { recursive: true });
      return;
    case "ENV": {
      const [variable = "", value = ""] = text.split(/=(.*)/s);
      stage.env[variable] = value.startsWith("/") ? inside(stage, value) : value;
      return;
    }
    case "COPY":
      return copy(text, stage, stages, options.context);
    case "RUN":
      if (options.linksPackages && /^npm ci\b/.test(text)) {
        await linkPackages(options.context, stage);
        return log("  (in its place: the packages of this checkout, of the same lock file)");
      }
      if (options.linksPackages && /\bbootstrap\.mjs build\b/.test(text)) {
        await copyBuild(options.context, stage);
        log("  (beside the build of this checkout, which is kept where it is up to date)");
      }
      // Its users are those of the image.
      return run(["sh", "-c", `chown() { :; }\n${text}`], stage.workdir, stage.env);
    case "CMD":
      stage.command = commandOf(text);
      return;
    case "HEALTHCHECK":
      stage.healthCheck = commandOf(text.slice(text.indexOf("CMD") + "CMD".length));
      return;
    case "STOPSIGNAL":
      stage.stopSignal = text as NodeJS.Signals;
      return;
    case "VOLUME":
      mkdirSync(inside(stage, text), { recursive: true });
      return;
    case "USER":
      return log("  (left out: this user runs it)");
    case "EXPOSE":
      return;
    default:
      throw new StartFailure(`The Dockerfile has a step that is not known here: ${name}`);
  }
}

/** A path of the image, below the folder of its stage. */
const inside = ({ root, workdir }: Stage, path: string) =>
  path.startsWith("/") ? join(root, path) : resolve(workdir, path);

/** The exec form: a shell between would keep signals to itself. */
function commandOf(text: string): string[] {
  try {
    const command: unknown = JSON.parse(text);
    if (Array.isArray(command)) return command.map(String);
  } catch {
    // Said below.
  }
  throw new StartFailure(`A command is no JSON array: ${text}`);
}

async function copy(
  text: string,
  stage: Stage,
  stages: ReadonlyMap<string, Stage>,
  context: string,
): Promise<void> {
  const words = text.split(" ");
  const from = words[0]?.startsWith("--from=") ? stages.get(words.shift()?.slice(7) ?? "") : null;
  if (from === undefined || words.some((word) => word.startsWith("--"))) {
    throw new StartFailure(`A COPY is not known here: ${text}`);
  }
  const target = inside(stage, words.pop() ?? "");
  if (from) {
    for (const path of words) await link(inside(from, path), target, stage);
    return;
  }
  const ignored = ignoredBy(readFileSync(join(context, ".dockerignore"), "utf8"));
  const names = words.flatMap((path) => (path === "." ? readdirSync(context) : [path]));
  mkdirSync(target, { recursive: true });
  const taken = names.filter((name) => !ignored(name));
  const tar = 'tar -c --exclude-from=- -- "$@" | tar -x -C "$TARGET"';
  const nested = ignoredFolders(context);
  await run(["sh", "-c", tar, "tar", ...taken], context, { ...stage.env, TARGET: target }, nested);
}

/** Lines of `.dockerignore`, without the negations and `**` that it has none of. */
const ignoreLines = (text: string) =>
  text.split("\n").filter((line) => line.trim() !== "" && !line.startsWith("#"));

function ignoredBy(text: string): (name: string) => boolean {
  const patterns = ignoreLines(text).map((line) => {
    if (/^!|\*\*/.test(line)) throw new StartFailure(`.dockerignore: not known here: ${line}`);
    const escaped = line.replace(/[.+?^${}()|[\]\\]/g, "\\$&").replace(/\*/g, "[^/]*");
    return new RegExp(`^${escaped}$`);
  });
  return (name) => patterns.some((pattern) => pattern.test(name));
}

/** Patterns below a folder, which `tar` leaves out. */
function ignoredFolders(context: string): string {
  const lines = ignoreLines(readFileSync(join(context, ".dockerignore"), "utf8"));
  return lines.filter((line) => line.includes("/")).join("\n");
}

/** The contents of a folder, as links, or copies where the file system is another one. No step writes into a file that it was given. */
async function link(from: string, to: string, { workdir, env }: Stage): Promise<void> {
  const script = 'mkdir -p "$2" && { cp -al "$1/." "$2" 2>/dev/null || cp -a "$1/." "$2"; }';
  await run(["sh", "-c", script, "cp", from, to], workdir, env);
}

/** @throws StartFailure where the packages of the context are of another lock file */
async function linkPackages(context: string, stage: Stage): Promise<void> {
  const hash = (folder: string) =>
    createHash("sha256")
      .update(readFileSync(join(folder, "package-lock.json")))
      .digest("hex");
  const installed = join(context, "node_modules/.installed-lock");
  if (!existsSync(installed) || readFileSync(installed, "utf8") !== hash(stage.workdir)) {
    throw new StartFailure("node_modules is of another lock file: run it without --link-packages.");
  }
  await link(join(context, "node_modules"), join(stage.workdir, "node_modules"), stage);
}

/** As copies: a build that is not up to date writes into some of its files. */
async function copyBuild(context: string, { workdir, env }: Stage): Promise<void> {
  const names = ["build", "dist-worker"].filter((name) => existsSync(join(context, name)));
  for (const name of names) await run(["cp", "-a", join(context, name), workdir], workdir, env);
}

async function run(
  [command = "", ...args]: readonly string[],
  cwd: string,
  env: Record<string, string>,
  input = "",
): Promise<void> {
  const child = spawn(command, args, { cwd, env, stdio: ["pipe", "pipe", "pipe"] });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.on("data", (chunk: Buffer) => {
      output += chunk;
    });
  }
  // A command that ends without reading its input says by its code whether it failed.
  child.stdin.on("error", () => undefined);
  child.stdin.end(input);
  const [code] = await once(child, "close");
  if (code !== 0)
    throw new StartFailure(`${[command, ...args].join(" ")} failed:\n${output.trim()}`);
}
