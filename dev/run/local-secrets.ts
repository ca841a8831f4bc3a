// Secrets that localnet makes for itself in its data folder, each at the first start that needs it.
import { randomBytes } from "node:crypto";
import { existsSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseSigningKeys, publishedKeys } from "../../app/lib/signing-keys";

/** Files of a data folder. */
const FILES = {
  session: "session-secret",
  /** What the session secret was before `npm run rotate`. */
  sessionPrevious: "session-secret-previous",
  operator: "operator-secret",
  /** As `SIGNING_KEY`: the key, and the public halves of those before. */
  signing: "signing-key",
  /** As `STOLEN_KEYS`. */
  stolen: "stolen-keys",
} as const;

export const STOLEN_KEYS_FILE: string = FILES.stolen;
/** All files that this module writes. */
export const LOCAL_SECRET_FILES: readonly string[] = Object.values(FILES);

const newSecret = () => randomBytes(32).toString("hex");
const newSigningKey = () => randomBytes(32).toString("base64");

/** A secret of `dataDir`, generated at the first call. */
export function localSecret(dataDir: string, name: "session" | "operator"): string {
  return readFile(dataDir, name) ?? writeFile(dataDir, name, newSecret());
}

/** `SIGNING_KEY` of `dataDir`, generated at the first call. */
export function localSigningKey(dataDir: string): string {
  return readFile(dataDir, "signing") ?? writeFile(dataDir, "signing", newSigningKey());
}

/** The session secret of `dataDir` before the current one; null where it never changed. */
export function localPreviousSecret(dataDir: string): string | null {
  return readFile(dataDir, "sessionPrevious");
}

/** `STOLEN_KEYS` of a start: those of its environment, and those of `dataDir`. */
export function stolenKeysOf(dataDir: string, given: string | undefined): string | null {
  const all = [given, readFile(dataDir, "stolen")].filter(Boolean);
  return all.length > 0 ? all.join(",") : null;
}

export function writeStolenKeys(dataDir: string, stolenKeys: ReadonlyMap<string, string>): void {
  writeFile(dataDir, "stolen", stolenKeysText(stolenKeys));
}

/** The form of `STOLEN_KEYS`. */
export function stolenKeysText(stolenKeys: ReadonlyMap<string, string>): string {
  return [...stolenKeys].map(([id, at]) => `${id}@${at}`).join(",");
}

/** A new session secret; the current one becomes the one before. */
export function renewLocalSecret(dataDir: string): void {
  // First the copy: interrupted between, nothing is lost.
  writeFile(dataDir, "sessionPrevious", localSecret(dataDir, "session"));
  writeFile(dataDir, "session", newSecret());
}

/** A new signing key. Of the one before, the public half is kept. */
export async function renewLocalSigningKey(dataDir: string): Promise<void> {
  const signingKeys = parseSigningKeys(localSigningKey(dataDir)) ?? [];
  const former = await publishedKeys({ signingKeys, stolenKeys: new Map() });
  const kept = former.map(({ publicKey }) => `public:${publicKey}`);
  writeFile(dataDir, "signing", [newSigningKey(), ...kept].join(","));
}

function readFile(dataDir: string, name: keyof typeof FILES): string | null {
  const path = join(dataDir, FILES[name]);
  return existsSync(path) ? readFileSync(path, "utf8").trim() : null;
}

/** Whole or not at all. */
function writeFile(dataDir: string, name: keyof typeof FILES, text: string): string {
  const path = join(dataDir, FILES[name]);
  writeFileSync(`${path}.new`, text, { mode: 0o600 });
  renameSync(`${path}.new`, path);
  return text;
}
