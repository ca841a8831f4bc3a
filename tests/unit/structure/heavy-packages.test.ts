import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { LOCALES } from "../../../app/lib/locale";
import routes from "../../../app/routes";
import { SHIPPED } from "../../../dev/run/build";
import { documentChunks, readManifest } from "../../support/client-manifest";
import { textsByKey } from "../../support/locale-texts";
import { needsBuild } from "../../support/needs-build";
import { filesUnder, readText } from "../../support/sources";

/** Loaded by nothing that is deployed: `bigint-buffer` has a known overflow, the other brings it. */
const NOT_DEPLOYED = ["@solana/spl-token", "bigint-buffer", "@solana/buffer-layout-utils"];
/** In the Worker, and in no chunk for the browser. */
const SERVER_ONLY = ["@solana/web3.js", "@solana/pay", "i18next", "remix-i18next"];
/** Also in a chunk that the preview of a product loads by itself: no document does. */
const PARSER = ["mdast-util-from-markdown", "micromark"];
/** A name of the parser's that minifying keeps. */
const PARSER_MARK = "blockQuoteMarker";
/**
 * In neither: pages have a translator of their own (`app/lib/translator.ts`), and descriptions have no
 * references by name (`app/products/rules/named-references.ts`).
 */
const NOT_BUNDLED = ["react-i18next", "character-entities"];

/** Texts of these packages that minifying leaves as they are, beside what the build wrote down. */
const MARKER_TEXTS: Record<string, string> = {
  "@solana/spl-token": "TokenAccountNotFoundError",
  "@solana/web3.js": "Expected versioned message but received legacy message",
};

needsBuild();

/** Packages that left code in the bundles of one side. */
function bundled(side: "client" | "server"): Set<string> {
  const text = readFileSync(join(SHIPPED.buildDir, `modules-${side}.json`), "utf8");
  return new Set(Object.keys(JSON.parse(text)).flatMap(packageOf));
}

function packageOf(path: string): string[] {
  const inside = path.split("node_modules/").slice(1).at(-1);
  const [scope = "", name] = inside?.split("/") ?? [];
  return inside ? [scope.startsWith("@") ? `${scope}/${name}` : scope] : [];
}

function codeIn(folder: string): string {
  return readdirSync(folder)
    .filter((name) => name.endsWith(".js"))
    .map((name) => readFileSync(join(folder, name), "utf8"))
    .join("\n");
}

describe("the bundle of the Worker", () => {
  test("contains its Solana packages, and neither spl-token nor bigint-buffer", () => {
    const packages = bundled("server");
    for (const name of [...SERVER_ONLY, ...PARSER, "tweetnacl"]) expect(packages).toContain(name);
    for (const name of [...NOT_DEPLOYED, ...NOT_BUNDLED]) expect(packages).not.toContain(name);
  });

  test("has no text of spl-token in the upload", () => {
    const uploaded = codeIn(SHIPPED.workerDir);
    expect(uploaded).toContain(MARKER_TEXTS["@solana/web3.js"]);
    expect(uploaded).not.toContain(MARKER_TEXTS["@solana/spl-token"]);
  });
});

describe("the browser chunks", () => {
  // spec: page.script-budget
  test("contain no Solana library and no i18next", () => {
    const packages = bundled("client");
    // The demo wallet signs with it, and addresses are checked with this one.
    for (const name of ["react-dom", "tweetnacl", "bs58"]) expect(packages).toContain(name);
    for (const name of [...NOT_DEPLOYED, ...SERVER_ONLY, ...NOT_BUNDLED]) {
      expect(packages).not.toContain(name);
    }
  });

  // spec: markdown.server
  test("have the parser of Markdown in one chunk, which no document loads", () => {
    const folder = join(SHIPPED.buildDir, "client");
    const chunks = readdirSync(join(folder, "assets")).filter(
      (name) =>
        name.endsWith(".js") &&
        readFileSync(join(folder, "assets", name), "utf8").includes(PARSER_MARK),
    );
    expect(chunks).toHaveLength(1);
    const loaded = routes.flatMap(({ id = "" }) => [...documentChunks(readManifest(), id)]);
    expect(loaded.length).toBeGreaterThan(100);
    expect(loaded.filter((path) => path.endsWith(`/${chunks[0]}`))).toEqual([]);
  });

  test("contain none of their texts", () => {
    const chunks = codeIn(join(SHIPPED.buildDir, "client/assets"));
    for (const text of Object.values(MARKER_TEXTS)) expect(chunks).not.toContain(text);
  });
});

/** Shorter ones are also said by texts that the browser has. */
const MIN_TEXT_LENGTH = 30;

test("no text of a *.server.json is in a browser chunk", () => {
  const chunks = codeIn(join(SHIPPED.buildDir, "client/assets"));
  const texts = (name: RegExp) =>
    LOCALES.flatMap((locale) => [...textsByKey(locale, name).values()]);
  const serverTexts = texts(/\.server\.json$/).filter((text) => text.length > MIN_TEXT_LENGTH);
  const shared = new Set(texts(/^[^.]+\.json$/));
  expect(serverTexts.length).toBeGreaterThan(100);
  expect(serverTexts.filter((text) => !shared.has(text) && chunks.includes(text))).toEqual([]);
  // The texts of the browser are there, so that the search above can find something.
  const known = [...shared].filter((text) => text.length > MIN_TEXT_LENGTH && !/["'\\]/.test(text));
  expect(known.some((text) => chunks.includes(text))).toBe(true);
});

test.each(Object.entries(MARKER_TEXTS))("%s still contains its marker text", (name, text) => {
  const library = join("node_modules", name, "lib");
  const files = filesUnder([library], /\.m?js$/);
  expect(files.some((path) => readText(path).includes(text))).toBe(true);
});

/** Imported by the route table, which only the build reads. */
const BUILD_ONLY = ["@remix-run/route-config"];

test("dependencies are what the deployed code imports, and nothing else", () => {
  const imported = filesUnder(["app", "db", "workers"], /\.tsx?$/).flatMap((path) =>
    [...readText(path).matchAll(/(?:from|import)\s*\(?\s*"([a-z@][\w@/.:-]*)/g)]
      .map(([, specifier = ""]) => specifier)
      .filter((specifier) => !/^(node|cloudflare|virtual):/.test(specifier))
      .flatMap((specifier) => packageOf(`node_modules/${specifier}`)),
  );
  const needed = new Set(imported.filter((name) => !BUILD_ONLY.includes(name)));
  const { dependencies } = JSON.parse(readText("package.json"));
  expect(Object.keys(dependencies).sort()).toEqual([...needed].sort());
});
