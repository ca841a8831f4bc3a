import { fileURLToPath } from "node:url";
import { vitePlugin as remix } from "@remix-run/dev";
import tailwindcss from "@tailwindcss/vite";
import { defineConfig } from "vite";
import { literalPages } from "../pages/literal-pages";

/**
 * The configuration of Remix's template for Cloudflare Workers. Added are the folders of the output and
 * of the static files, Tailwind as a plugin of Vite, and the pages whose elements are those of the
 * measured app.
 */
export default defineConfig({
  plugins: [
    literalPages(process.env.LITERAL_PAGES_DIR ?? ""),
    tailwindcss(),
    remix({
      buildDirectory: process.env.BUILD_DIR,
      future: {
        v3_fetcherPersist: true,
        v3_relativeSplatPath: true,
        v3_throwAbortReason: true,
        v3_singleFetch: true,
        v3_lazyRouteDiscovery: true,
      },
    }),
  ],
  ssr: { resolve: { conditions: ["workerd", "worker", "browser"] } },
  resolve: {
    mainFields: ["browser", "module", "main"],
    alias: { "~": fileURLToPath(new URL("../../../app", import.meta.url)) },
  },
  publicDir: fileURLToPath(new URL("../../../public", import.meta.url)),
  build: { minify: true },
});
