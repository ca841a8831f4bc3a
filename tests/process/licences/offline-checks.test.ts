import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, assert, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { keyHash } from "../../../app/licences/rules/licence";
import type { InProcessApp } from "../../support/app-here";
import { fundedWallet } from "../../support/app-under-test";
import { product } from "../../support/factories/product";
import { buyAsGuest, readAsGuest } from "../../support/guest-api";
import { giveLicences } from "../../support/licences";
import { startPaymentApp } from "../../support/payment-app";
import { runChecker } from "../../support/run-checker";
import { readText } from "../../support/sources";

/** A statement, and what a program asks of it. `now` is in epoch milliseconds. */
interface Case {
  text: string;
  shop: { issuer: string; keys: object[] };
  product: string;
  key: string;
  instance?: string;
  now?: number;
}

const INSTANCE = "Zoé's laptop";
const MAX_LINES = 40;

let app: InProcessApp;
let folder: string;
/** The statement of an activation, and one of a look that named no installation. */
let good: Case | undefined;
let unbound: Case | undefined;

beforeAll(async () => {
  app = await startPaymentApp();
  folder = mkdtempSync(join(tmpdir(), "comptoir-licences-"));
});
// Polls are for tests alone.
beforeEach(async () => {
  if (good) return;
  const item = await product(app);
  await giveLicences(app, item);
  const order = await buyAsGuest(app, item.id, fundedWallet(app));
  const key = String((await readAsGuest(app, order)).licenceKey);
  const shop = await (await fetch(`${app.url}/.well-known/comptoir.json`)).json();
  const statementOf = async (call: string, more: object) => {
    const headers = { "Content-Type": "application/json" };
    const body = JSON.stringify({ productId: item.id, key, ...more });
    const answer = await fetch(`${app.url}/v1/licences/${call}`, { method: "POST", headers, body });
    return ((await answer.json()) as { statement: string }).statement;
  };
  const asked = { shop: shop as Case["shop"], product: item.id, key };
  const text = await statementOf("activate", { instance: INSTANCE });
  good = { ...asked, text, instance: INSTANCE };
  unbound = { ...asked, text: await statementOf("verify", {}) };
});
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true });
  await app?.stop();
});

/** What a checker has to say of each, by its name: "good", or why not. */
function cases(): Record<string, [Case, string]> {
  assert(good && unbound);
  const { text, shop, product, key } = good;
  const { instance: _, ...anywhere } = good;
  const otherKey = key.replace(/.$/, (last) => (last === "0" ? "1" : "0"));
  const forged = text.replace(keyHash(product, key), keyHash(product, otherKey));
  const signature = /"signature": "(.)/.exec(text)?.[1] ?? "";
  const stolen = shop.keys.map((one) => ({ ...one, status: "stolen" }));
  const later = Date.parse((JSON.parse(text) as { expiresAt: string }).expiresAt);
  return {
    valid: [good, "good"],
    "on any installation": [anywhere, "good"],
    "without an installation": [unbound, "good"],
    "as typed": [{ ...good, key: ` ${key.toLowerCase()}\n`, instance: ` ${INSTANCE} ` }, "good"],
    "packed text": [{ ...good, text: JSON.stringify(JSON.parse(text)) }, "good"],
    "on its last day": [{ ...good, now: later - 1 }, "good"],
    expired: [{ ...good, now: later }, "expired"],
    "other key": [{ ...good, key: otherKey }, "other key"],
    "other product": [{ ...good, product: `${product}0` }, "other product"],
    "other installation": [{ ...good, instance: "phone" }, "other installation"],
    "an installation of none": [{ ...unbound, instance: INSTANCE }, "other installation"],
    "tampered subject": [{ ...good, text: forged, key: otherKey }, "altered"],
    "tampered end": [
      { ...good, text: text.replace(/"expiresAt": ".*"/, '"expiresAt": null'), now: later },
      "altered",
    ],
    "tampered signature": [
      {
        ...good,
        text: text.replace(/"signature": "./, `"signature": "${signature === "A" ? "B" : "A"}`),
      },
      "altered",
    ],
    "other shop": [
      { ...good, shop: { ...shop, issuer: "https://x.example" } },
      "no licence of the shop",
    ],
    "unknown key": [{ ...good, shop: { ...shop, keys: [] } }, "unknown key of the shop"],
    "stolen key": [{ ...good, shop: { ...shop, keys: stolen } }, "stolen key of the shop"],
    "a name twice": [
      { ...good, text: text.replace('"kind"', '"kind": "purchase",\n  "kind"') },
      "malformed",
    ],
  };
}

/** The block of code of `docs/licences.md` in that language. */
function codeOf(language: "js" | "python"): string {
  const [, code = ""] =
    new RegExp(`^\`\`\`${language}\n([\\s\\S]*?)^\`\`\`$`, "m").exec(
      readText("docs/licences.md"),
    ) ?? [];
  expect(code.trim().split("\n").length).toBeLessThanOrEqual(MAX_LINES);
  return code;
}

/** Runs a program that reads cases and prints what it says of each. */
function saysOf(command: string, program: string) {
  const asked = Object.entries(cases()).map(([name, [one]]) => ({ name, ...one }));
  const input = JSON.stringify(asked);
  const output = execFileSync(command, [program], { cwd: folder, input, encoding: "utf8" });
  return JSON.parse(output) as Record<string, string>;
}

const expected = () =>
  Object.fromEntries(Object.entries(cases()).map(([name, [, said]]) => [name, said]));

const HAS_PYTHON = spawnSync("python3", ["-c", "import cryptography"]).status === 0;
// Reporters do not name what is left out beside tests that pass.
if (!HAS_PYTHON)
  console.warn("Left out, without python3 and its package cryptography: the checker in Python.");

describe("a statement of the running shop", () => {
  // spec: licences.offline
  test("is checked by the JavaScript of the document", () => {
    writeFileSync(join(folder, "check-licence.mjs"), codeOf("js"));
    const program = `import { readFileSync } from "node:fs";
      import { checkLicence } from "./check-licence.mjs";
      const said = {};
      for (const { name, text, shop, ...asked } of JSON.parse(readFileSync(0, "utf8")))
        said[name] = await checkLicence(text, shop, asked).then(() => "good", (error) => error.message);
      console.log(JSON.stringify(said));`;
    writeFileSync(join(folder, "run.mjs"), program);
    expect(saysOf(process.execPath, "run.mjs")).toEqual(expected());
  });

  test.skipIf(!HAS_PYTHON)("is checked by the Python of the document", () => {
    writeFileSync(join(folder, "check_licence.py"), codeOf("python"));
    const program = `import json, sys
from check_licence import check_licence
said = {}
for one in json.load(sys.stdin):
    name, now = one.pop("name"), one.pop("now", None)
    try:
        check_licence(**one, now=None if now is None else now / 1000)
        said[name] = "good"
    except ValueError as error:
        said[name] = str(error)
print(json.dumps(said))
`;
    writeFileSync(join(folder, "run.py"), program);
    expect(saysOf("python3", "run.py")).toEqual(expected());
  });

  // spec: licences.offline
  test("is checked by comptoir-verify.mjs", async () => {
    const all = cases();
    writeFileSync(join(folder, "comptoir.json"), JSON.stringify(good?.shop));
    const check = async ({ text, product, key, instance }: Case) => {
      writeFileSync(join(folder, "licence.json"), text);
      const args = ["licence.json", "--product", product, "--licence", key];
      if (instance !== undefined) args.push("--instance", instance);
      const { code, output } = await runChecker(folder, args);
      return `${code} ${output}`;
    };
    const wanted: Record<string, string | RegExp> = {
      valid: /^0 Good: .* signed on .* that this key counts until .*Z: order /,
      "on any installation": /^0 Good/,
      "as typed": /^0 Good/,
      "other key": "1 Refused: it is about another key.",
      "other product": "1 Refused: it is about another product.",
      "an installation of none": "1 Refused: it is about another installation.",
      "tampered subject": "1 Refused: it was altered, or this shop did not sign it.",
    };
    for (const [name, said] of Object.entries(wanted)) {
      const [asked] = all[name] ?? [];
      assert(asked);
      expect(await check(asked)).toMatch(said);
    }
  });
});
