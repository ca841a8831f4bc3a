import { sha256 } from "@noble/hashes/sha2";
import { bytesToHex } from "@noble/hashes/utils";

/** Keys of a product that are written, sold ones too. */
export const MAX_POOL_KEYS = 10_000;
/** Written keys of all products of a person that are not given: 8 MB in the database. */
export const MAX_KEYS_OF_PERSON = 20_000;
/** Given keys of a product that its seller's page counts and lists. */
export const MAX_COUNTED_KEYS = 10_000;
/** A shorter one can be guessed: the limits of wrong keys count tries, and whoever has many addresses has many. */
export const MIN_KEY_CHARS = 16;
export const MAX_KEY_CHARS = 200;
/** Of the name or id of an installation. */
export const MAX_INSTANCE_CHARS = 100;
/** Installations of a key, whatever its seller sets: each is a row. */
export const MAX_INSTANCES = 100;
/** Days after which a statement ends, where the seller sets nothing. */
export const STATEMENT_DAYS = 30;
/** Ten years: longer is better said as never. */
export const MAX_STATEMENT_DAYS = 3_650;

/**
 * - `active`: it counts
 * - `refunded`: the payment was given back
 * - `revoked`: the payment did not stand, or who had it for nothing has removed it
 * - `disabled`: by the seller
 * - `not_activated`: the named installation is not one of the key's
 */
export const LICENCE_STATUSES = [
  "active",
  "refunded",
  "revoked",
  "disabled",
  "not_activated",
] as const;
export type LicenceStatus = (typeof LICENCE_STATUSES)[number];

const GENERATED = /^[\dA-F]{8}(-[\dA-F]{8}){3}$/i;

/** The form in which keys are compared: as written, but for the letters of generated ones. */
export function normalKey(typed: string): string {
  const key = typed.trim().normalize("NFC");
  return GENERATED.test(key) ? key.toUpperCase() : key;
}

/**
 * Hex SHA-256 of product and key, by which a key is found and which statements have. It needs no secret, so that a
 * program that has the key can compute it.
 */
export function keyHash(productId: string, key: string): string {
  return bytesToHex(sha256(new TextEncoder().encode(`${productId}\n${normalKey(key)}`)));
}

/** Hex SHA-256 of the name of an installation, as statements have it. */
export function instanceHash(instance: string): string {
  return bytesToHex(sha256(new TextEncoder().encode(instance)));
}

/** Bytes of a generated key: 128 bits. */
export const GENERATED_KEY_BYTES = 16;

/** Four groups of eight upper-case hex digits. */
export function generatedKey(bytes: Uint8Array): string {
  return bytesToHex(bytes)
    .toUpperCase()
    .replace(/.{8}(?!$)/g, "$&-");
}

/** A key as lists show it: enough to tell it from others. */
export function maskedKey(key: string): string {
  return `…${[...key].slice(-4).join("")}`;
}
