import type { Method } from "../../../app/http/access";
import { type AppWithAccounts, fetchApp, type TestAccount } from "./accounts";
import type { Fixture } from "./fixtures";

export type HttpMethod = Method | "HEAD";
export const HTTP_METHODS: HttpMethod[] = [
  "GET",
  "HEAD",
  "POST",
  "PUT",
  "PATCH",
  "DELETE",
  "OPTIONS",
];
const UNSAFE_METHODS: HttpMethod[] = ["POST", "PUT", "PATCH", "DELETE"];

export const isUnsafe = (method: HttpMethod): boolean => UNSAFE_METHODS.includes(method);

/** `data`: the `.data` request of the Remix router for the same page. */
export type RequestKind = (typeof REQUEST_KINDS)[number];
export const REQUEST_KINDS = ["page", "data"] as const;

export interface RouteRequest {
  /** Null for a visitor. */
  account: TestAccount | null;
  method: HttpMethod;
  fixture: Fixture;
  id: string;
  kind: RequestKind;
  headers?: Record<string, string>;
}

export interface RouteResponse {
  status: number;
  headers: Headers;
  /** Without what differs between answers: the id, scripts, nonces, times. */
  body: string;
}

/** Requests a route and reads the whole answer. */
export async function requestRoute(
  target: AppWithAccounts,
  { account, method, fixture, id, kind, headers }: RouteRequest,
): Promise<RouteResponse> {
  const path = urlPath(fixture.path.replace("@", encodePath(id)), kind);
  const body = isUnsafe(method) ? bodyOf(fixture.body?.(id)) : null;
  const init: RequestInit = {
    method: method,
    headers: {
      ...body?.headers,
      ...(method === "GET" && kind === "page" && fixture.headers),
      ...fixture.headersOf?.(account),
      ...headers,
    },
    ...(body && { body: body.content }),
  };
  const answer = await (account ? account.call(path, init) : fetchAnonymously(target, path, init));
  const text = answer.status === 101 ? "" : await answer.text();
  return {
    status: answer.status,
    headers: answer.headers,
    body: normalizeBody(text, id).replaceAll(target.url, ""),
  };
}

/** An id of the same form that does not exist. */
export function unknownIdLike(id: string): string {
  return id.replace(/^./, (first) => (first === "A" ? "B" : "A"));
}

function fetchAnonymously(
  target: AppWithAccounts,
  path: string,
  init: RequestInit,
): Promise<Response> {
  const headers = { Origin: target.url, Cookie: "locale=en", ...init.headers };
  return fetchApp(target, path, { ...init, headers });
}

function urlPath(path: string, form: RequestKind): string {
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

/** Removes scripts, whose streamed chunks come in any order; `.data` answers have their data. */
function normalizeBody(text: string, id: string): string {
  const named = id === "" ? text : text.replaceAll(encodePath(id), "ID").replaceAll(id, "ID");
  return named
    .replace(/<script[\s\S]*?<\/script>/g, "")
    .replace(/"[\w+/]{22}=="/g, "NONCE")
    .replace(/\b1\d{12}\b/g, "TIME");
}
