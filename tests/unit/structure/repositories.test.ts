import ts from "typescript";
import { expect, test } from "vitest";
import { filesUnder, parse, parseText, placeOf, visitNodes } from "../../support/sources";

/** Members of `Ports` without restriction; all others are for use cases. */
const FREE = new Set([
  "settings",
  "clock",
  "ids",
  "log",
  "downloads",
  "userOfSession",
  "viewCounter",
  // Use cases, made once.
  "checkout",
  "rates",
  // Public keys, and what they sign.
  "statements",
]);

/** What the request pipeline needs itself: rate counters, and encryption for a cookie. */
const NEEDS: Record<string, readonly string[]> = {
  "app/http/rate-limit.ts": ["rateLimits"],
  "app/accounts/google/openid-strategy.ts": ["rateLimits"],
  "app/accounts/http/new-recovery-codes.ts": ["encryption"],
};

test("routes, components and the pipeline reach repositories through use cases", () => {
  const files = filesUnder(["app"], /\.tsx?$/).filter(
    (path) => !/\/use-cases\/|^app\/checkout\/checkout.ts$/.test(path),
  );
  const found = files.flatMap((path) =>
    portsIn(parse(path))
      .filter(([name]) => !FREE.has(name) && !NEEDS[path]?.includes(name))
      .map(([name, place]) => `${place}: ${name}`),
  );
  expect(found).toEqual([]);
});

test("a call, a destructuring and a type that name a repository are reported", () => {
  const source = `
    const one = await context.ports.products.byOwner(uid);
    const two = ports.users;
    const { received, clock: now } = args.context.ports;
    const { ports: { orders } } = context;
    function f({ ledger }: Pick<Ports, "ledger" | "clock">, key: Ports["chain"]) {}`;
  const file = parseText(source);
  const names = portsIn(file).map(([name]) => name);
  expect(names.sort()).toEqual(
    ["chain", "clock", "clock", "ledger", "orders", "products", "received", "users"].sort(),
  );
});

/** Every member of `ports` that a file names, with its position. */
function portsIn(file: ts.SourceFile): [name: string, place: string][] {
  const found: [string, string][] = [];
  const add = (node: ts.Node, name: string) => found.push([name, placeOf(node)]);
  visitNodes(file, (node) => {
    if (ts.isPropertyAccessExpression(node) && isPorts(node.expression)) add(node, node.name.text);
    if (ts.isObjectBindingPattern(node) && isPortsPattern(node)) {
      for (const { propertyName, name } of node.elements) {
        add(node, (propertyName ?? name).getText());
      }
    }
    for (const type of namedMembers(node)) add(node, type);
  });
  return found;
}

const isPorts = (node: ts.Node) => /(^|\.)ports$/.test(node.getText());

/** `const { … } = context.ports`, and `{ ports: { … } }` within another pattern. */
function isPortsPattern({ parent }: ts.ObjectBindingPattern): boolean {
  if (ts.isVariableDeclaration(parent)) return !!parent.initializer && isPorts(parent.initializer);
  return ts.isBindingElement(parent) && parent.propertyName?.getText() === "ports";
}

/** Members in `Pick<Ports, "a" | "b">` and `Ports["a"]`. */
function namedMembers(node: ts.Node): string[] {
  let members: ts.TypeNode | undefined;
  if (ts.isTypeReferenceNode(node) && node.typeName.getText() === "Pick") {
    const [of, picked] = node.typeArguments ?? [];
    if (of?.getText() === "Ports") members = picked;
  }
  if (ts.isIndexedAccessTypeNode(node) && node.objectType.getText() === "Ports") {
    members = node.indexType;
  }
  return [...(members?.getText().matchAll(/"(\w+)"/g) ?? [])].map(([, name = ""]) => name);
}
