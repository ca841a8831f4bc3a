import { readFileSync } from "node:fs";
import { join } from "node:path";
import { ROOT } from "../sources";

export interface Example {
  /** The endpoint of its section: `POST /api/transactions`; null before the first. */
  endpoint: string | null;
  method: string;
  /** With its query and placeholders. */
  path: string;
  headers: [string, string][];
  body: string;
  answer: { status: number; headers: [string, string][]; body: string };
}

export interface Endpoint {
  /** Method and path pattern, as in the route table. */
  name: string;
  /** What follows "Who:", without its full stop. */
  who: string;
}

const PATH = join(ROOT, "docs/api.md");
const HEADING = /^### ([A-Z]+ \/\S+)$/;

export const apiPage = (): string => readFileSync(PATH, "utf8");

/** Endpoints that the page has a section for. */
export function endpointsIn(page: string): Endpoint[] {
  return page.split(/^(?=### )/m).flatMap((section) => {
    const [, name] = HEADING.exec(section.split("\n", 1)[0] ?? "") ?? [];
    const [, who = ""] = /^\*\*Who:\*\* (.*)\.$/m.exec(section) ?? [];
    return name ? [{ name, who }] : [];
  });
}

/** Pairs of `http` blocks, in their order. Throws for a block without its pair. */
export function examplesIn(page: string): Example[] {
  const examples: Example[] = [];
  let endpoint: string | null = null;
  let request: Omit<Example, "answer"> | null = null;
  for (const [, heading, block] of page.matchAll(/^(#{2,3} .*)$|^```http\n([\s\S]*?)^```$/gm)) {
    if (heading) endpoint = HEADING.exec(heading)?.[1] ?? null;
    if (block === undefined) continue;
    const { first, headers, body } = messageOf(block);
    const [, status] = /^HTTP (\d{3})$/.exec(first) ?? [];
    if (status && request) {
      examples.push({ ...request, answer: { status: Number(status), headers, body } });
      request = null;
    } else {
      const [method = "", path = ""] = first.split(" ");
      if (status || request) throw new Error(`a request or an answer is missing beside: ${first}`);
      request = { endpoint, method, path, headers, body };
    }
  }
  if (request) throw new Error(`no answer for ${request.method} ${request.path}`);
  return examples;
}

function messageOf(block: string) {
  const [head = "", ...rest] = block.trimEnd().split("\n\n");
  const [first = "", ...lines] = head.split("\n");
  const headers = lines.map((line): [string, string] => {
    const [, name = "", value = ""] = /^([\w-]+): (.*)$/.exec(line) ?? [];
    if (!name) throw new Error(`no header: ${line}`);
    return [name, value];
  });
  return { first, headers, body: rest.join("\n\n") };
}
