import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  createPrivateKey,
  createPublicKey,
  hkdfSync,
  type KeyObject,
  sign,
  verify,
} from "node:crypto";

type Bytes = ArrayBuffer | ArrayBufferView;
type Algorithm = string | { name: string; hash?: string };

/** A key with what Node computes with: its bytes, or an object for a private key. */
interface Key {
  readonly type: "public" | "private" | "secret";
  readonly extractable: boolean;
  readonly algorithm: { readonly name: string; readonly hash?: string };
  readonly usages: readonly string[];
  readonly material: Uint8Array | KeyObject;
}

interface AesGcm {
  name: string;
  iv: Bytes;
  additionalData?: Bytes;
}

interface Hkdf {
  name: string;
  hash: string;
  salt: Bytes;
  info: Bytes;
}

const KEY_BYTES = 32;
const TAG_BYTES = 16;
/** What stands before the seed of a private Ed25519 key in PKCS #8 (RFC 8410, section 7). */
const PKCS8_START = Buffer.from("MC4CAQAwBQYDK2VwBCIEIA==", "base64");

/**
 * The part of `crypto.subtle` that the product uses, computed at once by Node's own functions: what WebCrypto
 * starts on another thread costs several times as much. Its methods are async as there: what is wrong rejects.
 */
export const simulatedSubtle = {
  async digest(algorithm: Algorithm, data: Bytes): Promise<ArrayBuffer> {
    return bufferOf(
      createHash(nodeHash(nameOf(algorithm)))
        .update(bytesOf(data))
        .digest(),
    );
  },

  async importKey(
    format: string,
    data: Bytes,
    algorithm: Algorithm,
    extractable: boolean,
    usages: string[],
  ): Promise<Key> {
    const name = nameOf(algorithm);
    const [type, material] = materialOf(format, name, bytesOf(data));
    return { type, extractable, algorithm: { name }, usages, material };
  },

  async exportKey(format: string, key: Key): Promise<object> {
    if (!key.extractable) throw refusal("InvalidAccessError", "the key is not extractable");
    if (format !== "jwk" || key.algorithm.name !== "Ed25519") throw notSimulated(format);
    return (key.material as KeyObject).export({ format: "jwk" });
  },

  async deriveKey(
    { name, hash, salt, info }: Hkdf,
    key: Key,
    derived: { name: string; hash?: string; length: number },
    extractable: boolean,
    usages: string[],
  ): Promise<Key> {
    if (name !== "HKDF") throw notSimulated(name);
    const secret = secretFor(key, "HKDF", "deriveKey");
    const bytes = derived.length / 8;
    const made = hkdfSync(nodeHash(hash), secret, bytesOf(salt), bytesOf(info), bytes);
    return {
      type: "secret",
      extractable,
      algorithm: derived,
      usages,
      material: new Uint8Array(made),
    };
  },

  async sign(algorithm: Algorithm, key: Key, data: Bytes): Promise<ArrayBuffer> {
    const name = nameOf(algorithm);
    if (name === "Ed25519") {
      assertUsable(key, name, "sign");
      return bufferOf(sign(null, bytesOf(data), key.material as KeyObject));
    }
    const secret = secretFor(key, "HMAC", "sign");
    const hash = nodeHash(key.algorithm.hash ?? "");
    return bufferOf(createHmac(hash, secret).update(bytesOf(data)).digest());
  },

  async verify(algorithm: Algorithm, key: Key, signature: Bytes, data: Bytes): Promise<boolean> {
    const name = nameOf(algorithm);
    if (name !== "Ed25519") throw notSimulated(name);
    assertUsable(key, name, "verify");
    return isSigned(key.material as Uint8Array, bytesOf(signature), bytesOf(data));
  },

  async encrypt(algorithm: AesGcm, key: Key, data: Bytes): Promise<ArrayBuffer> {
    const secret = secretFor(key, "AES-GCM", "encrypt");
    const cipher = createCipheriv("aes-256-gcm", secret, bytesOf(algorithm.iv));
    if (algorithm.additionalData) cipher.setAAD(bytesOf(algorithm.additionalData));
    const parts = [cipher.update(bytesOf(data)), cipher.final(), cipher.getAuthTag()];
    return bufferOf(Buffer.concat(parts));
  },

  async decrypt(algorithm: AesGcm, key: Key, data: Bytes): Promise<ArrayBuffer> {
    const secret = secretFor(key, "AES-GCM", "decrypt");
    const bytes = bytesOf(data);
    try {
      const cipher = createDecipheriv("aes-256-gcm", secret, bytesOf(algorithm.iv));
      if (algorithm.additionalData) cipher.setAAD(bytesOf(algorithm.additionalData));
      cipher.setAuthTag(bytes.subarray(-TAG_BYTES));
      const text = cipher.update(bytes.subarray(0, -TAG_BYTES));
      return bufferOf(Buffer.concat([text, cipher.final()]));
    } catch {
      throw refusal("OperationError", "the bytes were not encrypted under this key");
    }
  },
};

function materialOf(
  format: string,
  name: string,
  bytes: Uint8Array,
): [Key["type"], Uint8Array | KeyObject] {
  switch (`${format} ${name}`) {
    case "raw HKDF":
    case "raw AES-GCM":
      return ["secret", Uint8Array.from(bytes)];
    case "raw Ed25519": {
      if (bytes.length !== KEY_BYTES) throw refusal("DataError", "an Ed25519 key has 32 bytes");
      return ["public", Uint8Array.from(bytes)];
    }
    case "pkcs8 Ed25519": {
      const seed = bytes.subarray(PKCS8_START.length);
      if (PKCS8_START.compare(bytes, 0, PKCS8_START.length) !== 0 || seed.length !== KEY_BYTES)
        throw refusal("DataError", "no PKCS #8 of an Ed25519 seed alone");
      // Node derives the public key from `d` and only wants `x` to be there.
      const jwk = { kty: "OKP", crv: "Ed25519", d: textOf(seed), x: textOf(seed) };
      return ["private", createPrivateKey({ key: jwk, format: "jwk" })];
    }
    default:
      throw notSimulated(`${format} ${name}`);
  }
}

/** Signatures that were verified last: each is asked of several nodes, and again and again. */
const verified = new Map<string, boolean>();
const KEPT_VERIFIED = 500;

function isSigned(publicKey: Uint8Array, signature: Buffer, data: Buffer): boolean {
  const id = Buffer.concat([publicKey, signature, data]).toString("latin1");
  let answer = verified.get(id);
  if (answer === undefined) {
    const jwk = { kty: "OKP", crv: "Ed25519", x: textOf(publicKey) };
    answer = verify(null, data, createPublicKey({ key: jwk, format: "jwk" }), signature);
    if (verified.size >= KEPT_VERIFIED) verified.clear();
    verified.set(id, answer);
  }
  return answer;
}

function assertUsable(key: Key, name: string, usage: string): void {
  if (key.algorithm.name !== name || !key.usages.includes(usage))
    throw refusal("InvalidAccessError", `the key is not for ${usage} with ${name}`);
}

function secretFor(key: Key, name: string, usage: string): Uint8Array {
  assertUsable(key, name, usage);
  return key.material as Uint8Array;
}

function nameOf(algorithm: Algorithm): string {
  return typeof algorithm === "string" ? algorithm : algorithm.name;
}

function nodeHash(name: string): string {
  if (name !== "SHA-256") throw notSimulated(name);
  return "sha256";
}

function textOf(bytes: Uint8Array): string {
  return viewOf(bytes).toString("base64url");
}

function bytesOf(data: Bytes): Buffer {
  return data instanceof ArrayBuffer ? Buffer.from(data) : viewOf(data);
}

function viewOf({ buffer, byteOffset, byteLength }: ArrayBufferView): Buffer {
  return Buffer.from(buffer as ArrayBuffer, byteOffset, byteLength);
}

/** A copy: Node's buffers share theirs. */
function bufferOf(bytes: Uint8Array): ArrayBuffer {
  return Uint8Array.from(bytes).buffer;
}

function refusal(name: string, text: string): DOMException {
  return new DOMException(text, name);
}

function notSimulated(what: string): Error {
  return new Error(`crypto.subtle is not simulated with ${what}`);
}
