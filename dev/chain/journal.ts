import {
  closeSync,
  existsSync,
  fdatasync,
  fsyncSync,
  ftruncateSync,
  mkdirSync,
  openSync,
  readFileSync,
  readSync,
  writeSync,
} from "node:fs";
import { join } from "node:path";
import type { JournalEntry } from "./journal-entries";
import type { JournalPlace } from "./types";

/** Append-only log of what the chain has accepted. */
export interface Journal {
  /** The entries of earlier runs, oldest first. */
  replay(): Iterable<{ entry: JournalEntry; place: JournalPlace }>;
  /** The last slot that earlier runs reached, or 0. */
  readonly lastSlot: number;
  /** Writes an entry; the caller answers only after that. */
  append(entry: JournalEntry): JournalPlace;
  read(place: JournalPlace): JournalEntry;
  /** Writes the current slot. */
  markSlot(slot: number): void;
  close(): void;
}

/** A line before the last that can't be parsed. A crash damages the last line alone. */
export class JournalDamagedError extends Error {
  constructor(path: string, offset: number) {
    super(`${path} is damaged at byte ${offset}; remove its folder to start a new chain`);
  }
}

/** A journal in memory, for tests. */
export function memoryJournal(): Journal {
  const entries: JournalEntry[] = [];
  return {
    lastSlot: 0,
    replay: () => [],
    append: (entry) => ({ offset: entries.push(entry) - 1, length: 1 }),
    read: (place) => {
      const entry = entries[place.offset];
      if (!entry) throw new Error("No journal entry at this place");
      return entry;
    },
    markSlot: () => undefined,
    close: () => undefined,
  };
}

const NEWLINE = 10;
/** The slot file is overwritten in place, so its text always has the same length. */
const SLOT_DIGITS = 20;

/**
 * A journal with one JSON line an entry. A line is written before its transaction is answered, so a
 * killed process loses nothing; the file is synced once a slot, so a power cut can lose the last
 * slot. An unfinished last line is truncated.
 */
export function fileJournal(folder: string): Journal {
  mkdirSync(folder, { recursive: true });
  const path = join(folder, "journal.jsonl");
  const slotPath = join(folder, "slot");
  const kept = existsSync(path) ? readFileSync(path) : Buffer.alloc(0);
  const lastSlot = existsSync(slotPath) ? Number.parseInt(readFileSync(slotPath, "utf8"), 10) : 0;
  const file = openSync(path, "a+");
  const slotFile = openSync(slotPath, existsSync(slotPath) ? "r+" : "w+");
  let end = kept.lastIndexOf(NEWLINE) + 1;
  if (end < kept.length) ftruncateSync(file, end);
  let dirty = false;
  let unread: Buffer | undefined = kept.subarray(0, end);
  return {
    lastSlot: Number.isSafeInteger(lastSlot) ? lastSlot : 0,
    *replay() {
      if (!unread) throw new Error("The journal is replayed once");
      const bytes = unread;
      unread = undefined;
      yield* lines(bytes, path);
    },
    append(entry) {
      const line = Buffer.from(`${JSON.stringify(entry)}\n`);
      writeWhole(file, line, end);
      const place = { offset: end, length: line.length };
      end += line.length;
      dirty = true;
      return place;
    },
    read(place) {
      const line = Buffer.alloc(place.length);
      readSync(file, line, 0, place.length, place.offset);
      return JSON.parse(line.toString("utf8")) as JournalEntry;
    },
    markSlot(slot) {
      writeSync(slotFile, `${slot}\n`.padStart(SLOT_DIGITS, "0"), 0);
      // Asynchronous: an answer needs the line to be written, not synced.
      if (dirty) fdatasync(file, () => undefined);
      dirty = false;
    },
    close() {
      fsyncSync(file);
      closeSync(file);
      closeSync(slotFile);
    },
  };
}

/** Appends all of `line`, or truncates the file back to `end` and throws. */
function writeWhole(file: number, line: Buffer, end: number): void {
  try {
    let written = 0;
    while (written < line.length) written += writeSync(file, line, written);
  } catch (error) {
    ftruncateSync(file, end);
    throw error;
  }
}

function* lines(bytes: Buffer, path: string) {
  let offset = 0;
  while (offset < bytes.length) {
    const next = bytes.indexOf(NEWLINE, offset) + 1;
    const text = bytes.toString("utf8", offset, next);
    yield { entry: parseLine(text, offset, path), place: { offset, length: next - offset } };
    offset = next;
  }
}

function parseLine(text: string, offset: number, path: string): JournalEntry {
  try {
    return JSON.parse(text) as JournalEntry;
  } catch {
    throw new JournalDamagedError(path, offset);
  }
}
