import ts from "typescript";

/** Where interfaces to the outside stand, in the layout by subject and in the one before it. */
const PORT_FILES = /^app\/(?:.*\/)?(?:ports\.ts|ports\/.*\.ts)$|^app\/solana\/chain\.ts$/;

export function isPortFile(path: string): boolean {
  return PORT_FILES.test(path);
}

/** Names of the exported interfaces that have a method; one of data alone is no port. */
export function portInterfaces(source: string): string[] {
  const file = ts.createSourceFile("ports.ts", source, ts.ScriptTarget.ES2022, true);
  return file.statements
    .filter(ts.isInterfaceDeclaration)
    .filter(({ modifiers }) => modifiers?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword))
    .filter(({ members }) => members.some(isMethod))
    .map(({ name }) => name.text);
}

function isMethod(member: ts.TypeElement): boolean {
  if (ts.isMethodSignature(member)) return true;
  return ts.isPropertySignature(member) && !!member.type && ts.isFunctionTypeNode(member.type);
}
