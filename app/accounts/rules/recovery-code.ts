/** Codes generated at a time: enough for years, few enough to write down. */
export const RECOVERY_CODE_COUNT = 10;
/** 80 bits: beyond guessing even with the stored hashes, so a fast hash is sufficient. */
export const RECOVERY_CODE_BYTES = 10;

/** Crockford's base 32: digits and capitals without I, L, O and U, which are easily misread. */
const ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
const CODE_CHARS = (RECOVERY_CODE_BYTES * 8) / 5;
const GROUP_OF_FOUR = /.{4}(?=.)/g;

/** The displayed form of a code: 16 characters in groups of four. `bytes` are 10 random bytes. */
export function recoveryCode(bytes: Uint8Array): string {
  let bits = 0n;
  for (const byte of bytes) bits = (bits << 8n) | BigInt(byte);
  let code = "";
  for (let at = 0; at < CODE_CHARS; at++) {
    code = ALPHABET[Number(bits & 31n)] + code;
    bits >>= 5n;
  }
  return code.replace(GROUP_OF_FOUR, "$&-");
}

/** Normalises a typed code (case, spaces, dashes, O for 0, I or L for 1); null where it is malformed. */
export function readRecoveryCode(typed: string): string | null {
  const code = typed
    .toUpperCase()
    .replace(/[\s\p{Pd}]/gu, "")
    .replaceAll("O", "0")
    .replace(/[IL]/g, "1");
  const known = code.length === CODE_CHARS && [...code].every((char) => ALPHABET.includes(char));
  return known ? code.replace(GROUP_OF_FOUR, "$&-") : null;
}
