import type { AppUnderTest } from "../app-under-test";
import { PNG } from "../upload";
import type { Example } from "./examples";
import { fillIn, jsonMismatches, textMismatches, type Variables } from "./patterns";

/** Sends an example's request; returns the mismatches of the answer, and stores its variables. */
export async function runExample(
  app: AppUnderTest,
  example: Example,
  known: Variables,
): Promise<string[]> {
  const { status, headers, body } = example.answer;
  const response = await send(app, example, known);
  const text = response.webSocket
    ? await firstMessage(response.webSocket)
    : Buffer.from(await response.arrayBuffer()).toString("latin1");
  if (response.status !== status) return [`${response.status} ${text}`];
  const wrongHeaders = headers.flatMap(([name, pattern]) =>
    textMismatches(pattern, response.headers.get(name) ?? "", known, name),
  );
  return [...wrongHeaders, ...bodyMismatches(body, text, known)];
}

function bodyMismatches(pattern: string, text: string, known: Variables): string[] {
  if (pattern === "") return text === "" ? [] : [`there is a body: ${text}`];
  if (pattern === "<bytes>") return text === "" ? ["there is no body"] : [];
  return jsonMismatches(JSON.parse(pattern), JSON.parse(text), known);
}

async function send(app: AppUnderTest, example: Example, known: Variables) {
  const { method } = example;
  const headers = new Headers({ Origin: app.url });
  for (const [name, value] of example.headers) headers.set(name, fillIn(value, known));
  const body = bodyOf(example, headers, known);
  const url = app.url + fillIn(example.path, known, encodeURIComponent);
  // Miniflare opens a WebSocket, which fetch cannot.
  const ask = (headers.has("Upgrade") ? app.worker.dispatchFetch : fetch) as typeof fetch;
  const response = await ask(url, { method, headers, redirect: "manual", ...(body && { body }) });
  return response as Response & { webSocket?: Socket | null };
}

function bodyOf(example: Example, headers: Headers, known: Variables): string | FormData | null {
  if (example.body === "") return null;
  const text = fillIn(example.body, known);
  if (headers.get("Content-Type") !== "multipart/form-data") {
    if (!headers.has("Content-Type")) headers.set("Content-Type", "application/json");
    return text;
  }
  // fetch sets it with the boundary.
  headers.delete("Content-Type");
  const form = new FormData();
  for (const line of text.split("\n")) {
    const [, name = "", value = ""] = /^(\w+)=(.*)$/.exec(line) ?? [];
    if (value.startsWith("@")) form.append(name, new File([PNG], value.slice(1)));
    else form.append(name, value);
  }
  return form;
}

interface Socket {
  accept(): void;
  close(): void;
  addEventListener(type: "message", listen: (event: { data: unknown }) => void): void;
}

async function firstMessage(socket: Socket): Promise<string> {
  const message = new Promise<string>((resolve) => {
    socket.addEventListener("message", ({ data }) => resolve(String(data)));
  });
  socket.accept();
  const text = await message;
  socket.close();
  return text;
}
