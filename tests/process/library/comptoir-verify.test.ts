import { createHash } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeEach, expect, onTestFinished, test } from "vitest";
import { type PublishedKey, publishedKeys } from "../../../app/lib/signing-keys";
import {
  MAX_STATEMENT_LENGTH,
  type Statement,
  type StatementSubject,
  signStatement,
} from "../../../app/lib/statements";
import { purchaseSubject } from "../../../app/library/rules/purchase-proof";
import { instanceHash, keyHash } from "../../../app/licences/rules/licence";
import { orderOf } from "../../support/factories/order";
import { readCall, serve } from "../../support/http-server";
import { newAddress, newSignature } from "../../support/random-keys";
import { runChecker } from "../../support/run-checker";
import { ROOT } from "../../support/sources";

const ISSUER = "https://shop.example";
const [own, former] = [1, 2].map((byte) => new Uint8Array(32).fill(byte)) as [
  Uint8Array,
  Uint8Array,
];
const BYTES = "what was sold";
const [payer, seller, signature] = [newAddress(), newAddress(), newSignature()];
const order = {
  ...orderOf({ productId: "product", ownerUid: "seller", buyerUid: "buyer" }),
  ...{ status: "paid" as const, signature, payerWallet: payer, paidLamports: 1_000n },
  ...{ recipient: seller, settledAt: Date.UTC(2026, 10, 27) },
};
const sha256 = createHash("sha256").update(BYTES).digest("hex");
const SUBJECT = purchaseSubject(order, {
  entries: [],
  files: [{ name: "atlas.pdf", sizeBytes: BYTES.length, sha256 }],
  cluster: "devnet",
}) as StatementSubject;

const keysOf = (stolenKeys = new Map<string, string>()) =>
  publishedKeys({
    signingKeys: [own, former].map((seed) => ({ kind: "seed" as const, seed })),
    stolenKeys,
  });
const [ownKey, formerKey] = (await keysOf()) as [PublishedKey, PublishedKey];

const signed = (change: Partial<Statement> = {}, seed = own) => {
  const times = { issuedAt: "2026-11-27T11:59:00.000Z", expiresAt: null };
  const named = { issuer: ISSUER, kind: "purchase", subject: SUBJECT, keyId: ownKey.id };
  return signStatement({ version: 1, ...named, ...times, ...change }, seed);
};

let folder: string;
const put = (name: string, text: string) => writeFileSync(join(folder, name), text);
const putKeys = (keys: readonly PublishedKey[], issuer = ISSUER) =>
  put("comptoir.json", JSON.stringify({ issuer, keys }));
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "comptoir-verify-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  putKeys(await keysOf());
  put("proof.json", await signed());
  put("bought", BYTES);
});
const check = async (...more: string[]) => {
  const { code, output } = await runChecker(folder, ["proof.json", ...more]);
  return `${code} ${output}`;
};
const checkText = (text: string) => {
  put("proof.json", text);
  return check();
};

// spec: statement.checker
test("a proof is good by the keys that one has saved, with the file that was bought", async () => {
  const good = await check();
  expect(good).toContain("0 Good: https://shop.example signed on 2026-11-27T11:59:00.000Z");
  for (const part of [order.id, sha256, payer, seller, signature]) expect(good).toContain(part);
  expect(await check("--file", "bought")).toMatch(/^0 Good/);
  expect(await check("--file", "proof.json")).toBe("1 Refused: this is not what was bought.");
  expect(await check("--file", "nothing")).toMatch(/^2 Not checked: .*nothing/);
  expect(await checkText(JSON.stringify(JSON.parse(await signed())))).toMatch(/^0 Good/);
  expect(await checkText(await signed({ keyId: formerKey.id }, former))).toMatch(/^0 Good/);
});

test("a proof of several files is good with all of them, in their order", async () => {
  const texts = { one: "first", two: "second" };
  const files = Object.entries(texts).map(([name, text]) => {
    put(name, text);
    const hash = createHash("sha256").update(text).digest("hex");
    return { name, sizeBytes: text.length, sha256: hash };
  });
  const subject = purchaseSubject(order, { entries: [], files, cluster: "devnet" });
  put("proof.json", await signed({ subject: subject as StatementSubject }));
  const given = (...paths: string[]) => check(...paths.flatMap((path) => ["--file", path]));
  expect(await given("one", "two")).toMatch(/^0 Good/);
  for (const paths of [["two", "one"], ["one"], ["one", "two", "one"]])
    expect(await given(...paths)).toBe("1 Refused: this is not what was bought.");
});

// spec: statement.checker
test("altered, of another key, shop or kind, ended, or with a stolen key it is refused", async () => {
  const altered = "1 Refused: it was altered, or this shop did not sign it.";
  const text = await signed();
  expect(await checkText(text.replace('"1000"', '"1001"'))).toBe(altered);
  // A letter whose last eight bits are those of an "a".
  expect(await checkText(text.replace(payer, payer.replace(/.$/, "\u0161")))).toBe(altered);
  expect(await checkText(text.replace('"subject": {', '"subject": {\n"more": {"a": 1},'))).toBe(
    altered,
  );
  expect(await checkText(await signed({}, former))).toBe(altered);
  expect(await checkText(text.replace(/"signature": ".*"/, '"signature": "AAAA"'))).toBe(altered);
  const other = await signed({ keyId: "nobody" });
  expect(await checkText(other)).toBe("1 Refused: the shop has no such key.");
  const foreign = "1 Refused: it is no purchase in this shop.";
  expect(await checkText(await signed({ issuer: "https://evil.example" }))).toBe(foreign);
  expect(await checkText(await signed({ kind: "received" }))).toBe(foreign);
  const ended = await signed({ expiresAt: "2026-11-27T11:59:00.000Z" });
  expect(await checkText(ended)).toBe("1 Refused: it has expired.");
  const before = { keyId: formerKey.id, issuedAt: "2020-01-01T00:00:00.000Z" };
  putKeys(await keysOf(new Map([[formerKey.id, "2026-11-27T10:00:00.000Z"]])));
  expect(await checkText(await signed(before, former))).toContain("1 Refused: its key was stolen");
  expect(await checkText(text)).toMatch(/^0 Good/);
  putKeys([]);
  expect(await check()).toBe("1 Refused: the shop has no such key.");
});

// spec: statement.checker
test("what is no statement is refused, a huge file unread, and a wrong command explained", async () => {
  const text = await signed();
  const refused = "1 Refused: it is no statement of a shop.";
  for (const other of [
    ...["", "null", "{}", "not JSON", `[${text}]`],
    text.replace('"kind": "purchase"', '"kind": "received",\n  "kind": "purchase"'),
    text.replace('"purchase"', '"\\u0070urchase"'),
    text.replace('"version": 1', '"version": 2'),
    text + " ".repeat(MAX_STATEMENT_LENGTH),
    "[".repeat(MAX_STATEMENT_LENGTH),
  ]) {
    expect([other.slice(0, 20), await checkText(other)]).toEqual([other.slice(0, 20), refused]);
  }
  put("proof.json", text);
  // Without blocks on the disk; as a string it would not fit.
  truncateSync(join(folder, "proof.json"), 2 ** 32);
  expect(await check()).toBe(refused);

  expect(await runChecker(folder, ["nothing"])).toMatchObject({ code: 2 });
  const usage = await runChecker(folder, []);
  expect([usage.code, usage.output]).toEqual([2, expect.stringContaining("FILE [--keys")]);
  put("proof.json", text);
  expect(await check("--key", "x")).toMatch(/^2 Not checked: .*--key/);
  expect(await check("--keys", "nothing")).toMatch(/^2 Not checked: .*nothing/);
  expect(await check("--keys", "http://127.0.0.1:1/")).toContain("gave no usable answer");
});

// spec: statement.checker
test("keys come from the address of the command line, and none in the proof is asked", async () => {
  const asked: string[] = [];
  const shop = await serve((request, response) => {
    asked.push(request.url ?? "");
    if (request.url === "/moved") response.writeHead(302, { Location: "/keys" }).end();
    else response.end(JSON.stringify({ issuer: shop.url, keys: [ownKey] }));
  });
  put("proof.json", await signed({ issuer: shop.url }));
  putKeys([ownKey], shop.url);
  expect(await check()).toMatch(/^0 Good/);
  expect(asked).toEqual([]);
  expect(await check("--keys", `${shop.url}/keys`)).toMatch(/^0 Good/);
  expect(await check("--keys", `${shop.url}/moved`)).toContain("2 Not checked");
  expect(asked).toEqual(["/keys", "/moved"]);
});

// spec: licences.offline
test("a licence key counts for its product and installation until the statement ends", async () => {
  const [product, key, instance] = ["product", "é key of its seller", "laptop"];
  const subject = (at: string | null = instance) => ({
    ...{ product, order: order.id, keySha256: keyHash(product, key) },
    instanceSha256: at === null ? null : instanceHash(at),
  });
  const licence = (change: Partial<Statement> = {}) =>
    signed({ kind: "licence", subject: subject(), ...change });
  const asked = ["--product", product, "--licence", key];
  const checkLicence = async (change: Partial<Statement>, ...more: string[]) => {
    put("proof.json", await licence(change));
    return check(...asked, ...more);
  };
  const counts =
    "0 Good: https://shop.example signed on 2026-11-27T11:59:00.000Z that this key counts";
  expect(await checkLicence({})).toBe(`${counts} without an end: order ${order.id}.`);
  const expiresAt = "9998-01-01T00:00:00.000Z";
  const until = await checkLicence({ expiresAt }, "--instance", ` ${instance} `);
  expect(until).toBe(`${counts} until ${expiresAt}: order ${order.id}.`);
  const other = "1 Refused: it is about another installation.";
  expect(await checkLicence({}, "--instance", "phone")).toBe(other);
  expect(await checkLicence({}, "--instance", "")).toBe(other);
  expect(await checkLicence({ subject: subject(null) }, "--instance", instance)).toBe(other);
  const ended = await checkLicence({ expiresAt: "2026-11-27T11:59:00.000Z" });
  expect(ended).toBe("1 Refused: it has expired.");
  const foreign = "1 Refused: it is no licence in this shop.";
  expect(await checkLicence({ issuer: "https://evil.example" })).toBe(foreign);
  expect(await checkLicence({ kind: "purchase", subject: SUBJECT })).toBe(foreign);
  put("proof.json", await licence());
  expect(await check()).toBe("1 Refused: it is no purchase in this shop.");
  const usage = /^2 Not checked: the command is .*--licence KEY/s;
  for (const wrong of [
    ["--product", product],
    ["--licence", key],
    ["--instance", instance],
  ])
    expect(await check(...wrong)).toMatch(usage);
  expect(await check(...asked, "--file", "bought")).toMatch(usage);
  expect(await check(...asked, "--node", "http://127.0.0.1:1/")).toMatch(usage);
});

// spec: statement.checker
test("a node that the person names confirms the payment, or says otherwise", async () => {
  const meta = { err: null, fee: 5_000, preBalances: [9_000, 0, 1], postBalances: [3_010, 990, 1] };
  const keys = [payer, seller, order.reference];
  const found = (change: object = {}, accounts = keys) => ({
    result: {
      transaction: { message: { accountKeys: accounts.map((pubkey) => ({ pubkey })) } },
      meta: { ...meta, ...change },
    },
  });
  const refused = (why: string) => `1 Refused: ${why}.`;
  const none = refused("the node has no such transaction, final and without an error");
  const less = refused("the transaction paid the seller less");
  const cases: [object, string | RegExp][] = [
    [found(), /^0 Good/],
    // The seller sent the transaction and paid its fee.
    [
      found({ preBalances: [5_000, 0, 1], postBalances: [990, 0, 1] }, [
        seller,
        payer,
        keys[2] ?? "",
      ]),
      /^0 Good/,
    ],
    [{ result: null }, none],
    [{}, none],
    [found({ err: { InstructionError: [0, "Custom"] } }), none],
    [{ result: { ...found().result, meta: null } }, none],
    [found({ postBalances: [3_011, 989, 1] }), less],
    [found({}, [payer, newAddress(), order.reference]), less],
    [found({}, [payer, seller]), refused("the transaction is not for this order")],
    [
      { error: { code: -32005, message: "slow down" } },
      "2 Not checked: the node answered with error -32005.",
    ],
  ];
  for (const [answer, expected] of cases) {
    const node = await serve(async (request, response) => {
      const { method, params } = await readCall(request);
      const isAsked = method === "getTransaction" && params[0] === signature;
      const isFinal = (params[1] as { commitment: string }).commitment === "finalized";
      response.end(JSON.stringify(isAsked && isFinal ? answer : { error: { code: 1 } }));
    });
    expect(await check("--node", node.url)).toMatch(expected);
    node.close();
  }
  const silent = await serve((_request, response) => response.end("<html>"));
  expect(await check("--node", silent.url)).toContain("gave no usable answer");
});

// spec: statement.checker
test("the program is one short file without a dependency", () => {
  const source = readFileSync(join(ROOT, "public/comptoir-verify.mjs"), "utf8");
  expect(source.trim().split("\n").length).toBeLessThanOrEqual(84);
  const imports = [...source.matchAll(/\bfrom "([^"]+)"|import\(/g)].map(([, name]) => name);
  expect(imports.filter((name) => !name?.startsWith("node:"))).toEqual([]);
});
