/** Time resolution of the file. */
const TICKS_PER_QUARTER = 96;

/** A standard MIDI file with one piano track of eighth notes; null is a rest. */
export function melody(notes: (number | null)[], beatsPerMinute: number): Uint8Array {
  const microseconds = Math.round(60_000_000 / beatsPerMinute);
  const events: number[] = [0, 0xff, 0x51, 3, ...bigEndian(microseconds, 3), 0, 0xc0, 0];
  let rest = 0;
  for (const note of notes) {
    if (note === null) {
      rest += TICKS_PER_QUARTER / 2;
      continue;
    }
    events.push(...delta(rest), 0x90, note, 84, ...delta(TICKS_PER_QUARTER / 2), 0x80, note, 0);
    rest = 0;
  }
  events.push(...delta(rest), 0xff, 0x2f, 0);
  const header = [
    ...text("MThd"),
    ...bigEndian(6, 4),
    0,
    0,
    0,
    1,
    ...bigEndian(TICKS_PER_QUARTER, 2),
  ];
  return Uint8Array.from([...header, ...text("MTrk"), ...bigEndian(events.length, 4), ...events]);
}

/** A variable-length quantity of MIDI: 7 bits per byte, high bits first. */
function delta(ticks: number): number[] {
  return ticks < 0x80 ? [ticks] : [0x80 | (ticks >> 7), ticks & 0x7f];
}

function bigEndian(value: number, bytes: number): number[] {
  return Array.from({ length: bytes }, (_, at) => (value >> (8 * (bytes - 1 - at))) & 0xff);
}

function text(name: string): number[] {
  return [...Buffer.from(name, "latin1")];
}
