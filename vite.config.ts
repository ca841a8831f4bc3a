import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { vitePlugin as remix } from "@remix-run/dev";
import tailwindcss from "@tailwindcss/vite";
import { defineConfig, type Plugin } from "vite";

declare module "@remix-run/cloudflare" {
  interface Future {
    v3_singleFetch: true;
  }
}

const BUILD_DIR = process.env.BUILD_DIR || "build";
const FRAMEWORK =
  /node_modules\/(react|react-dom|react-router|react-router-dom|scheduler|@remix-run)\//;
const APP_MODULE = /\/app\/[\w/.-]+\.tsx?$/;
/** What every page uses, unless its first line names another chunk. */
const SHARED_UI = /\/app\/(ui|lib)\/[\w-]+\.tsx?$/;
/** In the first line of a module: the chunk that it goes into; `none` leaves it to Rollup. */
const CHUNK_COMMENT = /^\/\/ @chunk ([\w-]+)\n/;

export default defineConfig(({ isSsrBuild }) => ({
  define: {
    "import.meta.env.PART_CODE": JSON.stringify(
      isSsrBuild ? mapValues(PURCHASE_PARTS, codeOf) : {},
    ),
  },
  plugins: [
    tailwindcss(),
    remix({
      buildDirectory: BUILD_DIR,
      // Every flag of the next major is on: moving to it is a rename of imports.
      future: {
        v3_fetcherPersist: true,
        v3_relativeSplatPath: true,
        v3_throwAbortReason: true,
        v3_singleFetch: true,
        v3_lazyRouteDiscovery: true,
        v3_routeConfig: true,
      },
    }),
    workerEntry(),
    noteModules(),
  ],
  resolve: {
    alias: [
      { find: "~", replacement: fileURLToPath(new URL("./app", import.meta.url)) },
      // The platform's own in place of the package of that name, which web3.js brings for browsers.
      { find: /^buffer$/, replacement: "node:buffer" },
      {
        find: "decode-named-character-reference",
        replacement: fileURLToPath(
          new URL("./app/products/rules/named-references.ts", import.meta.url),
        ),
      },
    ],
  },
  ssr: {
    target: "webworker",
    noExternal: true,
    resolve: {
      conditions: ["workerd", "worker", "browser"],
      externalConditions: ["workerd", "worker"],
    },
  },
  build: {
    target: "es2022",
    // The code of the framework gets 4 % smaller than by esbuild.
    minify: isSsrBuild ? "esbuild" : "terser",
    // Every page has these chunks already: naming them at each part takes room.
    modulePreload: {
      resolveDependencies: (_, deps) => deps.filter((dep) => !ON_EVERY_PAGE.test(dep)),
    },
    // Kept beside the build: the Worker for tests is built from it.
    manifest: true,
    // A running server reads these files: a rebuild adds, the start command removes.
    emptyOutDir: process.env.KEEP_BUILD !== "1",
    rollupOptions: isSsrBuild ? {} : { output: { manualChunks: chunkOf } },
  },
}));

/** Chunks of `chunkOf` that each page with script loads. */
const ON_EVERY_PAGE = /\/(framework|ui|data)-[\w-]{8}\.js$/;

/**
 * Puts the framework and what every page uses into two chunks of the browser's code. What some pages share
 * names its chunk in its first line: one chunk a small component would be a request each. Another module
 * goes where Rollup puts it.
 */
function chunkOf(id: string): string | undefined {
  if (FRAMEWORK.test(id)) return "framework";
  if (id.includes("vite/preload-helper")) return "ui";
  const [, chunk] = APP_MODULE.test(id) ? (CHUNK_COMMENT.exec(readFileSync(id, "utf8")) ?? []) : [];
  if (chunk) return chunk === "none" ? undefined : chunk;
  return SHARED_UI.test(id) ? "ui" : undefined;
}

interface BuiltChunk {
  file: string;
  imports?: string[];
}

/** Modules that the purchase page loads for its stage, by their names in `PART_CODE`. */
const PURCHASE_PARTS = {
  order: "app/checkout/routes/followed-order.tsx",
  buyer: "app/checkout/ui/buy-panel.tsx",
  visitor: "app/checkout/ui/visitor-panel.tsx",
};

/**
 * Addresses of what the purchase page loads for a module beside what it loads for everyone. Read from
 * the browser's build, which comes first.
 */
function codeOf(module: string): string[] {
  const path = join(BUILD_DIR, "client/.vite/manifest.json");
  const chunks: Record<string, BuiltChunk> = JSON.parse(readFileSync(path, "utf8"));
  const filesOf = (key: string): string[] => {
    const { file, imports = [] } = chunks[key] as BuiltChunk;
    return [`/${file}`, ...imports.flatMap(filesOf)];
  };
  const page = new Set(filesOf("app/checkout/routes/buy.tsx?__remix-build-client-route"));
  return [...new Set(filesOf(module))].filter((file) => !page.has(file));
}

function mapValues<T>(object: Record<string, string>, map: (value: string) => T) {
  return Object.fromEntries(Object.entries(object).map(([key, value]) => [key, map(value)]));
}

/**
 * Makes the Worker the entry of the server build, so that pages and Worker share one instance of
 * every module: a rule that throws on one side is recognised on the other.
 */
function workerEntry(): Plugin {
  return {
    name: "worker-entry",
    enforce: "post",
    apply: (_config, { isSsrBuild }) => isSsrBuild === true,
    config: () => ({
      build: {
        rollupOptions: {
          input: process.env.WORKER_ENTRY || "workers/app.ts",
          external: [/^cloudflare:/, /^node:/],
        },
      },
    }),
  };
}

/**
 * Writes down which modules are in the bundles, and how many bytes of each are left before
 * minifying: `modules-client.json` and `modules-server.json` in the build's folder, which no
 * deployment uploads. Minified code does not tell any more whose it is.
 */
function noteModules(): Plugin {
  let side = "client";
  return {
    name: "note-modules",
    apply: "build",
    configResolved: ({ build }) => {
      side = build.ssr ? "server" : "client";
    },
    generateBundle(_options, bundle) {
      const modules: Record<string, number> = {};
      for (const chunk of Object.values(bundle)) {
        if (chunk.type !== "chunk") continue;
        for (const [id, { renderedLength }] of Object.entries(chunk.modules)) {
          const path = relative(import.meta.dirname, id.replace(/\0|\?.*$/g, ""));
          if (renderedLength > 0) modules[path] = (modules[path] ?? 0) + renderedLength;
        }
      }
      mkdirSync(BUILD_DIR, { recursive: true });
      writeFileSync(join(BUILD_DIR, `modules-${side}.json`), JSON.stringify(modules, null, 2));
    },
  };
}
