/** Codes that an account gets at a time: enough for years, few enough for a slip of paper. */
export const RECOVERY_CODES = 10;
/** 80 bits: beyond guessing even for whoever holds the stored hashes, so a fast hash is right. */
export const RECOVERY_CODE_BYTES = 10;

/** Crockford's base 32: digits and capitals without I, L, O and U, which are mistaken for others. */
const ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
const CHARS = (RECOVERY_CODE_BYTES * 8) / 5;
const GROUP = /.{4}(?=.)/g;

/** A code as people copy it: 16 characters in groups of four. `bytes` are random, 10 of them. */
export function recoveryCode(bytes: Uint8Array): string {
  let bits = 0n;
  for (const byte of bytes) bits = (bits << 8n) | BigInt(byte);
  let code = "";
  for (let at = 0; at < CHARS; at++) {
    code = ALPHABET[Number(bits & 31n)] + code;
    bits >>= 5n;
  }
  return code.replace(GROUP, "$&-");
}

/** The same code however it was typed (case, spaces, dashes, O for 0, I or L for 1); null for none. */
export function readRecoveryCode(typed: string): string | null {
  const code = typed
    .toUpperCase()
    .replace(/[\s\p{Pd}]/gu, "")
    .replaceAll("O", "0")
    .replace(/[IL]/g, "1");
  const known = code.length === CHARS && [...code].every((char) => ALPHABET.includes(char));
  return known ? code.replace(GROUP, "$&-") : null;
}
