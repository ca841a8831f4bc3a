// Errors that a person can correct are shown as a sentence without a stack.
/** An error that the user can correct: shown as its message, without a stack. */
export class StartFailure extends Error {
  override readonly name = "StartFailure";
}

/** What the system says, in words that name a way out. */
const SYSTEM_ERRORS: Readonly<Record<string, string>> = {
  ENOSPC: "The disk is full",
  EDQUOT: "The disk quota is used up",
  EROFS: "The file system is read-only",
  EACCES: "This user may not write there",
  EPERM: "This user may not write there",
};

/** Runs a command. A `StartFailure` becomes its message and exit code 1, as do errors of the disk. */
export async function runCommand(work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    const sentence = sentenceOf(error);
    console.error(sentence === null ? error : `\n${sentence}\n`);
    process.exit(1);
  }
}

/** Null for an error that only a stack explains. */
export function sentenceOf(error: unknown): string | null {
  if (error instanceof StartFailure) return error.message;
  if (!(error instanceof Error)) return null;
  const { code = "", path } = error as NodeJS.ErrnoException;
  const known = SYSTEM_ERRORS[code];
  if (known) return `${known}${path ? `: ${path}` : ""} (${code}).`;
  if (/SQLITE_FULL/.test(error.message)) return "The disk of DATA_DIR is full (SQLITE_FULL).";
  if (code === "ERR_RUNTIME_FAILURE") {
    return "The Workers runtime (workerd) did not start: see above. Its disk may be full.";
  }
  return null;
}
