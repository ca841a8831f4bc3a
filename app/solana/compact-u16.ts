/** Solana's length prefix: 7 bits a byte, low bits first, at most 3 bytes. */
export function compactU16(value: number): number[] {
  if (value < 0x80) return [value];
  return [(value & 0x7f) | 0x80, ...compactU16(value >> 7)];
}
