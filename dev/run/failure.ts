/** An error that the user can correct: shown as its message, without a stack. */
export class StartFailure extends Error {
  override readonly name = "StartFailure";
}

/** Runs a command. A `StartFailure` becomes its message and exit code 1. */
export async function runCommand(work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    console.error(error instanceof StartFailure ? `\n${error.message}\n` : error);
    process.exit(1);
  }
}
