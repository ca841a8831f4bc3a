/** The longest text of a line of the log. */
const MAX_TEXT_CHARS = 300;
/** Frames of a stack, the innermost first. */
const MAX_FRAMES = 8;
/** Causes of an error that are logged with it. */
const MAX_CAUSES = 3;

/** What must not be in a log, in the order of the replacements. */
const SECRETS: readonly [pattern: RegExp, instead: string][] = [
  // The values of a failed statement.
  [/\bparams:[\s\S]*/, "params: [values]"],
  // Keys of RPC nodes stand in their paths and queries.
  [/\b[a-z][a-z\d+.-]*:\/\/\S+/gi, "[url]"],
  [/[^\s@"'<>()[\]{},;:]+@[^\s@"'<>()[\]{},;:]+/g, "[e-mail]"],
  [
    /\b(api[-_]?key|key|token|secret|password|authorization|cookie)(["']?\s*[:=]\s*)\S+(\s\S+)?/gi,
    "$1$2[secret]",
  ],
  [/\?[\w.~%-]+=\S*/g, "[query]"],
  [/(?<![\d.])\d{1,3}(\.\d{1,3}){3}(?!\d)/g, "[address]"],
  [/(?<![\w:.])([\da-f]{1,4}:){3,7}[\da-f]{1,4}(?![\w:])/gi, "[address]"],
  [/(?<![\w:.])[\da-f:]*::[\da-f:]*(?!\w)/gi, "[address]"],
  // What a parser could not read is quoted in its message; names of columns are not secret.
  [/"(?![a-z_]{1,30}")[^"]*"/g, '"…"'],
];

/** Base58, base64, base64url and hex: keys, addresses, signatures, tokens and hashes. */
const RUN = /[\w+/=-]{20,}/g;
/** A name of code, such as `getSignaturesForAddress` or `SQLITE_CONSTRAINT`; random text is none. */
const NAME = /^[_-]?(?:[A-Z]?[a-z]{2,}|[A-Z]{3,}|[A-Z]\d?|[_/-])+$/;
const MAX_NAME_CHARS = 44;

/** A text without addresses of wallets, networks and people, tokens, keys and values of statements. */
export function redact(text: string): string {
  let redacted = text.slice(0, 10 * MAX_TEXT_CHARS);
  for (const [pattern, instead] of SECRETS) redacted = redacted.replace(pattern, instead);
  redacted = redacted.replace(RUN, (run) => (isName(run) ? run : "[…]"));
  return redacted.length > MAX_TEXT_CHARS ? `${redacted.slice(0, MAX_TEXT_CHARS)}…` : redacted;
}

function isName(run: string): boolean {
  // Of random letters, one in two is a capital, and few words are longer than four.
  const capitals = run.match(/[A-Z](?=[a-z])/g)?.length ?? 0;
  return run.length <= MAX_NAME_CHARS && NAME.test(run) && capitals * 3 <= run.length;
}

/** An error as a line of the log has it. */
export interface RedactedError {
  name: string;
  message: string;
  /** Functions with file, line and column. */
  stack?: string;
  cause?: RedactedError;
}

export function redactError(error: unknown, depth = 0): RedactedError {
  if (!(error instanceof Error)) return { name: typeof error, message: redact(textOf(error)) };
  const stack = depth === 0 ? framesOf(error.stack ?? "") : "";
  return {
    name: redact(error.name),
    message: redact(messageOf(error)),
    ...(stack && { stack }),
    ...(error.cause !== undefined &&
      depth < MAX_CAUSES && { cause: redactError(error.cause, depth + 1) }),
  };
}

/** An object without a text of its own throws. */
function textOf(value: unknown): string {
  try {
    return String(value);
  } catch {
    return "no text";
  }
}

/** Of what a schema refused, the places and the codes: its message can quote what came in. */
function messageOf(error: Error): string {
  const { issues } = error as { issues?: unknown };
  if (!Array.isArray(issues)) return error.message;
  return issues
    .map(({ path, code }: { path?: unknown[]; code?: unknown }) => `${path?.join(".")}: ${code}`)
    .join(", ");
}

/** `function file:line:column` of each frame, without folders. The first line has the message. */
function framesOf(stack: string): string {
  const frames: string[] = [];
  for (const line of stack.split("\n")) {
    const [, name = "", place] =
      /^\s*at (?:async )?(?:([\w.$#<> ]{1,60}?) \()?(?:.*\/)?([\w.-]{1,40}:\d+:\d+)\)?$/.exec(
        line,
      ) ?? [];
    if (place) frames.push(name ? `${name} ${place}` : place);
  }
  return frames.slice(0, MAX_FRAMES).map(redact).join(" < ");
}
