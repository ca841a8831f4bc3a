import { expect, test } from "vitest";
import type { PublishedKey } from "../../../app/lib/signing-keys";
import { parseSigningKeys, parseStolenKeys, publishedKeys } from "../../../app/lib/signing-keys";
import {
  checkStatement,
  MAX_STATEMENT_LENGTH,
  type Statement,
  type StatementSubject,
  signStatement,
} from "../../../app/lib/statements";

const ISSUER = "https://shop.example";
const NOW = Date.parse("2026-11-27T12:00:00Z");
const seedOf = (byte: number) => new Uint8Array(32).fill(byte);
const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString("base64");

const [own, former] = [seedOf(1), seedOf(2)];
const keysOf = (stolenKeys = new Map<string, string>()) =>
  publishedKeys({
    signingKeys: [own, former].map((seed) => ({ kind: "seed" as const, seed })),
    stolenKeys,
  });
const [ownKey, formerKey] = (await keysOf()) as [PublishedKey, PublishedKey];

const STATEMENT: Statement = {
  version: 1,
  issuer: ISSUER,
  kind: "purchase",
  subject: { order: "order-1", lamports: "1500000000", sizeBytes: 42, isFinal: true, payer: null },
  issuedAt: "2026-11-27T11:59:00.000Z",
  expiresAt: null,
  keyId: ownKey.id,
};
const signed = (change: Partial<Statement> = {}, seed = own) =>
  signStatement({ ...STATEMENT, ...change }, seed);
const refusalOf = async (
  text: string,
  wanted: Partial<Parameters<typeof checkStatement>[1]> = {},
) => {
  const keys = await keysOf();
  const checked = await checkStatement(text, {
    issuer: ISSUER,
    kind: "purchase",
    keys,
    now: NOW,
    ...wanted,
  });
  return checked.refusal;
};

// spec: statement.checked
test("a statement is what was signed, also under a key before and written on one line", async () => {
  const text = await signed();
  const keys = await keysOf();
  const wanted = { issuer: ISSUER, kind: "purchase" as const, keys, now: NOW };
  expect(await checkStatement(text, wanted)).toEqual({ refusal: null, statement: STATEMENT });
  expect(await refusalOf(JSON.stringify(JSON.parse(text)))).toBeNull();
  expect(await refusalOf(await signed({ keyId: formerKey.id }, former))).toBeNull();
});

// spec: statement.checked
test("one of another kind, issuer or key is refused, and one that has ended", async () => {
  expect(await refusalOf(await signed({ kind: "withdrawal" }))).toBe("other_kind");
  expect(await refusalOf(await signed({ issuer: "https://evil.example" }))).toBe("other_issuer");
  expect(await refusalOf(await signed(), { issuer: "http://shop.example" })).toBe("other_issuer");
  expect(await refusalOf(await signed({}, seedOf(3)))).toBe("altered");
  expect(await refusalOf(await signed({ keyId: "nobody" }))).toBe("unknown_key");
  const expiresAt = new Date(NOW).toISOString();
  expect(await refusalOf(await signed({ expiresAt }))).toBe("expired");
  expect(await refusalOf(await signed({ expiresAt }), { now: NOW - 1 })).toBeNull();
});

// spec: statement.stolen
test("a stolen key vouches for nothing, whatever time its statement gives", async () => {
  const keys = await keysOf(new Map([[formerKey.id, "2026-11-27T10:00:00.000Z"]]));
  expect(keys[1]).toMatchObject({ status: "stolen", stolenAt: "2026-11-27T10:00:00.000Z" });
  const before = { keyId: formerKey.id, issuedAt: "2020-01-01T00:00:00.000Z" };
  expect(await refusalOf(await signed(before, former), { keys })).toBe("stolen_key");
  expect(await refusalOf(await signed(), { keys })).toBeNull();
});

// spec: statement.checked
test("every altered character is refused", async () => {
  const text = JSON.stringify(JSON.parse(await signed()));
  const refusals = await Promise.all(
    [...text].map((char, at) => {
      const other = char === "a" ? "b" : "a";
      return refusalOf(text.slice(0, at) + other + text.slice(at + 1));
    }),
  );
  expect(refusals.filter((refusal) => refusal === null)).toEqual([]);
});

// spec: statement.checked
test("what two parsers could read differently is no statement", async () => {
  const text = (await signed()).trim();
  const changes: [string, string][] = [
    ['"kind": "purchase"', '"kind": "withdrawal",\n  "kind": "purchase"'],
    ['"order": "order-1"', '"order": "order-2", "order": "order-1"'],
    ['"order-1"', '"\\u006frder-1"'],
    ["42", "4.2e1"],
    ["42", "42.0"],
    ['"version": 1', '"version": 2'],
    ['"version": 1', '"version": 1, "note": "a field more"'],
    ['"version": 1', '"version": 1, "__proto__": {}'],
    ['"2026-11-27T11:59:00.000Z"', '"2026-11-27T11:59:00Z"'],
    ['"order-1"', '"a sentence of a stranger"'],
    [text, `${text}{}`],
    [text, `${text},`],
    [text, `[${text}]`],
    [text, `\ufeff${text}`],
    [text, ""],
    [text, "null"],
    [text, " ".repeat(MAX_STATEMENT_LENGTH)],
    [text, `${text}${" ".repeat(MAX_STATEMENT_LENGTH)}`],
    [text, "[".repeat(MAX_STATEMENT_LENGTH)],
  ];
  for (const [part, change] of changes) {
    expect(text).toContain(part);
    expect([change, await refusalOf(text.replace(part, change))]).toEqual([change, "malformed"]);
  }
});

// spec: statement.words
test("nothing but ids, hashes, addresses, times and amounts is signed", async () => {
  const subjects: unknown[] = [
    { title: "Ten recipes for bread" },
    { title: "<b>" },
    { lamports: 1.5 },
    { lamports: -1 },
    { lamports: 2 ** 53 },
    { file: "x".repeat(129) },
    { "a key": "x" },
    Object.fromEntries(Array.from({ length: 33 }, (_, at) => [`field${at}`, at])),
    { nested: { order: "x" } },
  ];
  for (const subject of subjects) {
    await expect(signed({ subject: subject as StatementSubject })).rejects.toThrow();
  }
});

test("what is signed is neither text nor a transaction", async () => {
  const text = await signed();
  const { signature, ...statement } = JSON.parse(text) as Statement & { signature: string };
  const raw = Buffer.from(ownKey.publicKey, "base64");
  const key = await crypto.subtle.importKey("raw", raw, "Ed25519", false, ["verify"]);
  const fields = Object.entries(statement).sort(([one], [other]) => (one < other ? -1 : 1));
  const subject = Object.entries(statement.subject).sort(([one], [other]) =>
    one < other ? -1 : 1,
  );
  const json = JSON.stringify({
    ...Object.fromEntries(fields),
    subject: Object.fromEntries(subject),
  });
  const verify = (bytes: Uint8Array<ArrayBuffer>) =>
    crypto.subtle.verify("Ed25519", key, Buffer.from(signature, "base64"), bytes);
  const prefix = Buffer.from("\xffcomptoir statement 1\n", "latin1");
  expect(await verify(Buffer.concat([prefix, Buffer.from(json)]))).toBe(true);
  expect(await verify(Buffer.from(json))).toBe(false);
});

// spec: setting.signing-key
test("the setting has one key that signs and those before, and no secret is published", async () => {
  const [seed, publicKey] = [base64(own), formerKey.publicKey];
  expect(parseSigningKeys(`${seed}, public:${publicKey}`)).toEqual([
    { kind: "seed", seed: own },
    { kind: "public", publicKey: new Uint8Array(Buffer.from(publicKey, "base64")) },
  ]);
  expect(parseSigningKeys(seed.replace("=", ""))).toEqual([{ kind: "seed", seed: own }]);
  for (const text of ["x", `${seed},`, `${seed},${seed}`, `${seed}=`, base64(seedOf(1).slice(1))]) {
    expect([text, parseSigningKeys(text)]).toEqual([text, null]);
  }
  const published = await keysOf();
  expect(published.map(({ status }) => status)).toEqual(["current", "previous"]);
  expect(JSON.stringify(published)).not.toContain(seed.slice(0, 20));

  expect(parseStolenKeys(`${ownKey.id}@2026-11-27T10:00:00Z`)).toEqual(
    new Map([[ownKey.id, "2026-11-27T10:00:00.000Z"]]),
  );
  for (const text of ["x", `${ownKey.id}@soon`, `${ownKey.id}`, "@2026-11-27T10:00:00Z"]) {
    expect([text, parseStolenKeys(text)]).toEqual([text, null]);
  }
});
