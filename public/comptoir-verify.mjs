// Checks a statement of Comptoir (Ed25519 over RFC 8785): a proof of purchase, and where asked the chain and
// the file; with --licence, that a licence key counts for a product, and where asked for an installation.
// It asks the addresses of its command line alone, never one in the proof. Node 20 or newer.
import { subtle } from "node:crypto";
import { openSync, readFileSync, readSync } from "node:fs";
import { parseArgs } from "node:util";

const USAGE = `comptoir-verify.mjs FILE [--keys FILE_OR_URL] [--node URL] [--file PATH]...
or node comptoir-verify.mjs FILE --product ID --licence KEY [--instance NAME] [--keys FILE_OR_URL]`;
const MAX_BYTES = 8_192;
const end = (exitCode, words) => {
  console.log(`${["Good", "Refused", "Not checked"][exitCode]}: ${words}.`);
  process.exit(exitCode);
};
process.on("uncaughtException", ({ message }) => end(2, message));
const ask = async (url, init) => {
  const answer = await fetch(url, { redirect: "error", ...init }).catch(() => null);
  return (await answer?.json().catch(() => null)) ?? end(2, `${url} gave no usable answer`);
};
const options = { keys: { type: "string" }, node: { type: "string" } };
options.file = { type: "string", multiple: true };
for (const name of ["product", "licence", "instance"]) options[name] = { type: "string" };
const { values, positionals } = parseArgs({ allowPositionals: true, options });
const { product, licence, instance } = values;
const [ofLicence, ofPurchase] = [product ?? licence ?? instance, values.node ?? values.file];
const isMixed = ofLicence !== undefined && (!product || !licence || ofPurchase);
if (positionals.length !== 1 || isMixed) end(2, `the command is node ${USAGE}`);
const hash = async (data) => Buffer.from(await subtle.digest("SHA-256", data)).toString("hex");
const buffer = Buffer.alloc(MAX_BYTES + 1);
const text = buffer.toString("utf8", 0, readSync(openSync(positionals[0]), buffer));
const { signature, ...statement } = (await new Response(text).json().catch(() => null)) ?? {};
const { version, issuer, kind, subject, issuedAt, expiresAt, keyId } = statement;
// A name that stands there twice, or an escape, could be read otherwise by another program.
const packed = text.replace(/("(?:[^"\\]|\\.)*")|\s+/g, "$1");
const isPlain = JSON.stringify({ ...statement, signature }) === packed && text.length <= MAX_BYTES;
if (!isPlain || version !== 1 || !subject) end(1, "it is no statement of a shop");
const from = values.keys ?? "comptoir.json";
const shop = /^https?:/.test(from) ? await ask(from) : JSON.parse(readFileSync(from, "utf8"));
const known = shop.keys?.find(({ id }) => id === keyId) ?? end(1, "the shop has no such key");
if (known.status === "stolen") end(1, "its key was stolen; the buyer can download a new proof");
const [raw, given] = [known.publicKey, `${signature}`].map((one) => Buffer.from(one, "base64"));
const key = await subtle.importKey("raw", raw, "Ed25519", false, ["verify"]);
const names = [...Object.keys(statement), ...Object.keys(subject)].sort();
const signed = [255, ...Buffer.from(`comptoir statement 1\n${JSON.stringify(statement, names)}`)];
const isSigned = await subtle.verify("Ed25519", key, given, Buffer.from(signed));
if (!isSigned) end(1, "it was altered, or this shop did not sign it");
const wanted = ofLicence === undefined ? "purchase" : "licence";
if (issuer !== shop.issuer || kind !== wanted) end(1, `it is no ${wanted} in this shop`);
if (Date.parse(expiresAt ?? "9999") <= Date.now()) end(1, "it has expired");
if (wanted === "licence") {
  const typed = licence.trim().normalize("NFC");
  const isGenerated = /^[\dA-F]{8}(-[\dA-F]{8}){3}$/i.test(typed);
  const pair = `${product}\n${isGenerated ? typed.toUpperCase() : typed}`;
  const { product: about, keySha256, instanceSha256 } = subject;
  if (about !== product) end(1, "it is about another product");
  if (keySha256 !== (await hash(Buffer.from(pair)))) end(1, "it is about another key");
  const isOther = async () => instanceSha256 !== (await hash(Buffer.from(instance.trim())));
  if (instance !== undefined && (await isOther())) end(1, "it is about another installation");
  const until = expiresAt === null ? "without an end" : `until ${expiresAt}`;
  end(0, `${issuer} signed on ${issuedAt} that this key counts ${until}: order ${subject.order}`);
}
if (values.node) {
  const [commitment, encoding] = ["finalized", "jsonParsed"];
  const params = [subject.transaction, { commitment, encoding, maxSupportedTransactionVersion: 1 }];
  const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "getTransaction", params });
  const headers = { "Content-Type": "application/json" };
  const { result, error } = await ask(values.node, { method: "POST", headers, body });
  if (error) end(2, `the node answered with error ${Number(error.code)}`);
  const { meta, transaction } = result ?? {};
  if (meta?.err !== null) end(1, "the node has no such transaction, final and without an error");
  const accounts = transaction.message.accountKeys.map(({ pubkey }) => pubkey);
  if (!accounts.includes(subject.reference)) end(1, "the transaction is not for this order");
  const at = accounts.indexOf(subject.seller);
  const gain = meta.postBalances[at] - meta.preBalances[at] + (at === 0 ? meta.fee : 0);
  if (!(gain >= Number(subject.sellerLamports))) end(1, "the transaction paid the seller less");
}
if (values.file) {
  const hashes = await Promise.all(values.file.map((path) => hash(readFileSync(path))));
  const all = subject.files ? await hash(Buffer.from(`${hashes.join("\n")}\n`)) : hashes.join();
  if (all !== (subject.filesSha256 ?? subject.sha256)) end(1, "this is not what was bought");
}
end(0, `${issuer} signed on ${issuedAt} that this was bought: ${JSON.stringify(subject)}`);
