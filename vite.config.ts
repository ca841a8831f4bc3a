import { fileURLToPath } from "node:url";
import { vitePlugin as remix } from "@remix-run/dev";
import tailwindcss from "@tailwindcss/vite";
import { defineConfig, type Plugin } from "vite";

declare module "@remix-run/cloudflare" {
  interface Future {
    v3_singleFetch: true;
  }
}

export default defineConfig({
  plugins: [
    tailwindcss(),
    remix({
      buildDirectory: process.env.BUILD_DIR || "build",
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
  ],
  resolve: { alias: { "~": fileURLToPath(new URL("./app", import.meta.url)) } },
  ssr: {
    target: "webworker",
    noExternal: true,
    resolve: {
      conditions: ["workerd", "worker", "browser"],
      externalConditions: ["workerd", "worker"],
    },
  },
  build: {
    minify: true,
    // A running server reads these files: a rebuild adds, the start command removes.
    emptyOutDir: process.env.KEEP_BUILD !== "1",
  },
});

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
