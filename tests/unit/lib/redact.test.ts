import { expect, test } from "vitest";
import { redact, redactError } from "../../../app/lib/redact";

const WALLET = "9WzDXwBbmkg8ZTbNMqUxvQRAyrZzDsGYdLVL9zYtAWWM";
const SIGNATURE =
  "5VERv8NMvzbJMEkV8xnrLkEaWRtSz9CosKDYjCJjBRnbJLgp8uirBgmQpjKhoR4tjF3ZpRzrFmBV6UjKdiSZkQUW";
const TOKEN = "Zk3_pQ-8vYbN2sLw0RtXhGcJmUaE5oFiD7yKqTnVrPx";

// spec: log.private
test.each([
  ["a wallet", `no account ${WALLET}`, WALLET],
  ["a signature in quotes", `"${SIGNATURE}" was not found`, SIGNATURE],
  [
    "the key of a node in its path",
    "fetch failed: https://x.example.com/v2/s3cr3tkeyABC",
    "s3cr3tkey",
  ],
  ["and in its query", "GET https://rpc.example.com/?api-key=abcd-1234 failed", "abcd-1234"],
  ["and without a scheme", "rpc.example.com/?api-key=abcd-1234 failed", "abcd-1234"],
  ["an e-mail address", "UNIQUE constraint failed for zoë.müller+shop@example.co.uk", "müller"],
  ["an e-mail address in brackets", "<alice@example.com>", "alice"],
  ["an IPv4 address", "refused 203.0.113.77:443", "203.0.113"],
  ["an IPv6 address", "refused 2001:db8:85a3::8a2e:370:7334", "370:7334"],
  ["a full IPv6 address", "by 2001:db8:85a3:1:2:8a2e:370:7334.", "85a3"],
  ["a session token", `cookie: session=${TOKEN}; theme=dark`, TOKEN],
  ["a token of letters only", "abcDefGhIjkLmNopQrStuvWxYzabCDeF expired", "abcDefGh"],
  ["a hash", "etag 3b1f8a40b1a5ee2ad0c7d8a9b5f1e2c3 differs", "3b1f8a40"],
  ["a bearer key", "Authorization: Bearer sk_live_12345 was refused", "sk_live"],
  ["a short secret", "password=hunter2", "hunter2"],
  ["what a parser quotes", `Unexpected token 'S', "Secret dra"... is not valid JSON`, "Secret"],
  [
    "the values of a statement",
    "Failed query: insert into x values (?)\nparams: My Title,42",
    "My Title",
  ],
])("redacts %s", (_, text, secret) => {
  expect(text).toContain(secret);
  expect(redact(text)).not.toContain(secret);
});

test.each([
  "getSignaturesForAddress: no node; status 503; error -32005 Node is behind by 42 slots",
  "getMinimumBalanceForRentExemption: timed out",
  "D1_ERROR: CHECK constraint failed: sold + held <= sale_limit: SQLITE_CONSTRAINT_CHECK",
  'no such column: "sold"',
  "Cannot read properties of undefined (reading 'status') at 12:30:45",
])("keeps what explains a fault: %s", (text) => {
  expect(redact(text)).toBe(text);
});

test("is bounded, and quick with texts that are made for it", () => {
  expect(redact("x ".repeat(100_000)).length).toBeLessThan(310);
  for (const text of [
    "a:".repeat(50_000),
    "@".repeat(50_000),
    "1.".repeat(50_000),
    "A".repeat(50_000),
  ])
    expect(redact(text).length).toBeLessThan(310);
});

test("an error keeps its name, its causes and where it was thrown, without folders", () => {
  const cause = new TypeError(`no route to https://rpc.example.com/${TOKEN}`);
  const read = redactError(new Error(`asked for ${WALLET}`, { cause }));
  expect(read).toMatchObject({
    name: "Error",
    message: "asked for […]",
    cause: { name: "TypeError", message: "no route to [url]" },
  });
  expect(read.stack).toMatch(/redact\.test\.ts:\d+:\d+/);
  expect(read.stack).not.toContain("/");
});

test("a refused schema is logged by its places", () => {
  const issues = [{ path: ["email"], code: "invalid_format", message: "bob@example.com" }];
  const refused = Object.assign(new Error(JSON.stringify(issues)), { issues });
  expect(redactError(refused).message).toBe("email: invalid_format");
});

test.each([[Object.create(null)], [undefined], ["gone"], [{ toString: () => WALLET }]])(
  "what is thrown may be anything (%#)",
  (thrown) => {
    expect(JSON.stringify(redactError(thrown))).not.toContain(WALLET);
  },
);
