import { createHash } from "node:crypto";
import { once } from "node:events";
import { type IncomingMessage, type OutgoingHttpHeaders, request } from "node:http";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";

interface StreamRequest {
  method?: string;
  headers?: OutgoingHttpHeaders;
  /** Sent as it is made, with `Content-Length`. */
  body?: { bytes: Iterable<Buffer>; sizeBytes: number };
}

/**
 * Sends a request on a connection of its own and resolves with the head of the answer, whose body is
 * to be read. `fetch` costs this process more per byte. Throws where the status is an error.
 */
export async function streamRequest(
  url: string,
  { method = "GET", headers = {}, body }: StreamRequest = {},
): Promise<IncomingMessage> {
  const length = body ? { "Content-Length": body.sizeBytes } : {};
  const sent = request(url, { method, agent: false, headers: { ...length, ...headers } });
  const answered = once(sent, "response") as Promise<[IncomingMessage]>;
  if (body) await Promise.all([pipeline(Readable.from(body.bytes), sent), answered]);
  else sent.end();
  const [answer] = await answered;
  const status = answer.statusCode ?? 0;
  if (status >= 400) throw new Error(`${method} ${url}: ${status} ${await readText(answer)}`);
  return answer;
}

export async function readText(answer: IncomingMessage): Promise<string> {
  let text = "";
  for await (const chunk of answer.setEncoding("utf8")) text += chunk;
  return text;
}

/** Reads a body to its end; the hash, which takes as long as the transfer, where it is asked for. */
export async function readBytes(
  answer: IncomingMessage,
  hashed: boolean,
): Promise<{ bytes: number; sha256: string }> {
  const hash = hashed ? createHash("sha256") : null;
  let bytes = 0;
  answer.on("data", (chunk: Buffer) => {
    bytes += chunk.length;
    hash?.update(chunk);
  });
  await once(answer, "end");
  return { bytes, sha256: hash?.digest("hex") ?? "" };
}
