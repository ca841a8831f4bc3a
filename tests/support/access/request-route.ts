import type { Method } from "../../../app/http/access";
import { reach, type Somebody, type World } from "./accounts";
import type { Fixture } from "./fixtures";

export type Verb = Method | "HEAD";
export const VERBS: Verb[] = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"];
const UNSAFE: Verb[] = ["POST", "PUT", "PATCH", "DELETE"];

export const isUnsafe = (verb: Verb): boolean => UNSAFE.includes(verb);

/** `data`: as the router in the browser asks for the same page. */
export type Form = (typeof FORMS)[number];
export const FORMS = ["page", "data"] as const;

export interface Question {
  /** Null for a visitor. */
  who: Somebody | null;
  verb: Verb;
  fixture: Fixture;
  id: string;
  form: Form;
  headers?: Record<string, string>;
}

export interface Answer {
  status: number;
  headers: Headers;
  /** Without what differs from one answer to the next: the id, scripts with their nonce, times. */
  body: string;
}

/** Asks a route and reads the whole answer. */
export async function ask(
  world: World,
  { who, verb, fixture, id, form, headers }: Question,
): Promise<Answer> {
  const path = addressOf(fixture.path.replace("@", encodePath(id)), form);
  const body = isUnsafe(verb) ? bodyOf(fixture.body?.(id)) : null;
  const init: RequestInit = {
    method: verb,
    headers: {
      ...body?.headers,
      ...(verb === "GET" && form === "page" && fixture.headers),
      ...headers,
    },
    ...(body && { body: body.content }),
  };
  const answer = await (who ? who.call(path, init) : visit(world, path, init));
  const text = answer.status === 101 ? "" : await answer.text();
  return {
    status: answer.status,
    headers: answer.headers,
    body: masked(text, id).replaceAll(world.url, ""),
  };
}

/** An id that looks like the other one and names nothing. */
export function strangerOf(id: string): string {
  return id.replace(/^./, (first) => (first === "A" ? "B" : "A"));
}

function visit(world: World, path: string, init: RequestInit): Promise<Response> {
  const headers = { Origin: world.url, Cookie: "locale=en", ...init.headers };
  return reach(world, path, { ...init, headers });
}

function addressOf(path: string, form: Form): string {
  if (form === "page") return path;
  const [pathname = "", search = ""] = path.split("?");
  return `${pathname === "/" ? "/_root" : pathname}.data${search && `?${search}`}`;
}

function encodePath(id: string): string {
  return id.split("/").map(encodeURIComponent).join("/");
}

function bodyOf(content: BodyInit | object = "") {
  const isBody = typeof content === "string" || content instanceof FormData;
  if (isBody || content instanceof URLSearchParams) return { content, headers: {} };
  const headers = { "Content-Type": "application/json" };
  return { content: JSON.stringify(content), headers };
}

/** Scripts are left out, as their pieces come in any order: what they carry is in a page's data. */
function masked(text: string, id: string): string {
  const named = id === "" ? text : text.replaceAll(encodePath(id), "ID").replaceAll(id, "ID");
  return named
    .replace(/<script[\s\S]*?<\/script>/g, "")
    .replace(/"[\w+/]{22}=="/g, "NONCE")
    .replace(/\b1\d{12}\b/g, "TIME");
}
