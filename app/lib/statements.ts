/**
 * Statements: what this deployment says in a form that others keep and check without asking it.
 *
 * A statement is a JSON object. Its signature (Ed25519) is over a prefix and the canonical JSON (RFC 8785)
 * of all other fields: keys sorted, no space between. The prefix begins with the byte 0xff, which is in no
 * UTF-8 text (a sign-in message) and begins no transaction of Solana, so that neither can be signed by
 * asking for a statement. `docs/api.md` has the format for those who check one by a program of their own.
 */
import { z } from "zod";
import { decodeBase64, encodeBase64 } from "./base64";
import { canonicalJson } from "./canonical-json";
import { pkcs8OfSeed } from "./ed25519";
import type { PublishedKey } from "./signing-keys";

/**
 * What a statement can be about. A kind says which fields its subject has.
 * - `purchase`: what was bought
 * - `licence`: that a key of a product counts, until it ends
 * - `received`: that a text with this hash came at this hour, which nobody examined
 */
export const STATEMENT_KINDS = ["purchase", "licence", "received"] as const;
export type StatementKind = (typeof STATEMENT_KINDS)[number];

/** What a subject holds: ids, hashes, addresses, times and amounts, and no text that a person wrote. */
export type StatementSubject = Readonly<Record<string, string | number | boolean | null>>;

export interface Statement {
  version: 1;
  /** Origin of the deployment. It says whose key to look for, and is never asked. */
  issuer: string;
  kind: string;
  subject: StatementSubject;
  /** ISO 8601, UTC, with milliseconds. */
  issuedAt: string;
  /** The same; null for one that does not end. */
  expiresAt: string | null;
  keyId: string;
}

/** Why a statement is worth nothing. `stolen_key`: its owner can ask for a new one. */
export type StatementRefusal =
  | "malformed"
  | "unknown_key"
  | "stolen_key"
  | "altered"
  | "other_issuer"
  | "other_kind"
  | "expired";

export type CheckedStatement =
  | { refusal: null; statement: Statement }
  | { refusal: StatementRefusal; statement: null };

const PREFIX = Uint8Array.from([0xff, ...new TextEncoder().encode("comptoir statement 1\n")]);
/** Characters of a whole statement; those of purchases have about 900. */
export const MAX_STATEMENT_LENGTH = 8_192;
const MAX_SUBJECT_FIELDS = 32;

/** Ids, hashes, addresses, amounts and times: no space, so that no sentence is signed. */
const word = z.string().regex(/^[\w+/=.:@-]{1,128}$/);
const time = z.string().refine((text) => {
  const at = Date.parse(text);
  return !Number.isNaN(at) && new Date(at).toISOString() === text;
});
const statementFields = z.strictObject({
  version: z.literal(1),
  issuer: z.url({ protocol: /^https?$/ }).refine((text) => new URL(text).origin === text),
  kind: z.string().regex(/^[a-z][a-z-]{0,31}$/),
  subject: z
    .record(
      z.string().regex(/^[a-z][A-Za-z0-9]{0,31}$/),
      z.union([word, z.int().nonnegative(), z.boolean(), z.null()]),
    )
    .refine((subject) => Object.keys(subject).length <= MAX_SUBJECT_FIELDS),
  issuedAt: time,
  expiresAt: time.nullable(),
  keyId: z.string().regex(/^[\w-]{1,32}$/),
});
const signedFields = statementFields.extend({ signature: z.base64().length(88) });

/**
 * The text of a statement with its signature by `seed`. Throws where a field is not one that a statement
 * can hold.
 */
export async function signStatement(statement: Statement, seed: Uint8Array): Promise<string> {
  const fields = statementFields.parse(statement);
  const key = await crypto.subtle.importKey("pkcs8", pkcs8OfSeed(seed), "Ed25519", false, ["sign"]);
  const signature = await crypto.subtle.sign("Ed25519", key, signedBytesOf(fields));
  const signed = { ...fields, signature: encodeBase64(new Uint8Array(signature)) };
  return `${JSON.stringify(signed, null, 2)}\n`;
}

/** Checks the text of a statement against keys that the caller trusts. `now` is in epoch ms. */
export async function checkStatement(
  text: string,
  wanted: { issuer: string; kind: StatementKind; keys: readonly PublishedKey[]; now: number },
): Promise<CheckedStatement> {
  const refused = (refusal: StatementRefusal) => ({ refusal, statement: null });
  const parsed = parse(text);
  if (!parsed) return refused("malformed");
  const { signature, ...statement } = parsed;
  const key = wanted.keys.find(({ id }) => id === statement.keyId);
  if (!key) return refused("unknown_key");
  // Whoever has the key can give a statement any time, so that its own time excuses nothing.
  if (key.status === "stolen") return refused("stolen_key");
  if (!(await isSignedBy(key, statement, signature))) return refused("altered");
  if (statement.issuer !== wanted.issuer) return refused("other_issuer");
  if (statement.kind !== wanted.kind) return refused("other_kind");
  if (statement.expiresAt !== null && Date.parse(statement.expiresAt) <= wanted.now) {
    return refused("expired");
  }
  return { refusal: null, statement };
}

/** Null for what is no statement, and for a text that another parser could read otherwise. */
function parse(text: string): z.infer<typeof signedFields> | null {
  if (text.length > MAX_STATEMENT_LENGTH) return null;
  try {
    const value: unknown = JSON.parse(text);
    // A key that stands there twice, an escape or another form of a number makes a difference here.
    const withoutSpace = text.replace(/("(?:[^"\\]|\\.)*")|\s+/g, "$1");
    if (JSON.stringify(value) !== withoutSpace) return null;
    return signedFields.parse(value);
  } catch {
    return null;
  }
}

async function isSignedBy(
  { publicKey }: PublishedKey,
  statement: Statement,
  signature: string,
): Promise<boolean> {
  const raw = decodeBase64(publicKey);
  const key = await crypto.subtle.importKey("raw", raw, "Ed25519", false, ["verify"]);
  const bytes = signedBytesOf(statement);
  return crypto.subtle.verify("Ed25519", key, decodeBase64(signature), bytes);
}

function signedBytesOf(statement: Statement): Uint8Array<ArrayBuffer> {
  return Uint8Array.from([...PREFIX, ...new TextEncoder().encode(canonicalJson({ ...statement }))]);
}
