// Licences of what the build contains: they oblige to be passed on with it.
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { StartFailure } from "./failure";
import { ROOT } from "./paths";

/**
 * The licences of what the bundles contain, as `third-party-notices.txt` among the assets. Taken from the
 * modules that the build wrote down: a bundler's plugin sees one bundle of the two, and no fonts.
 */

/** Modules that the bundlers add, by name. */
const ADDED_MODULES: Record<string, string> = {
  "vite/preload-helper.js": "vite",
  "commonjsHelpers.js": "vite",
  "commonjs-dynamic-modules": "vite",
};
/** Modules without code of others. */
const OWN = /^(app|db|workers|locales|migrations)\/|^virtual:remix\/|^__vite-browser-external$/;
/** In the style sheet, and the fonts. */
const WITHOUT_MODULES = [
  "tailwindcss",
  "@fontsource-variable/bricolage-grotesque",
  "@fontsource-variable/public-sans",
];

const MIT = "dev/run/licences/mit.txt";
const APACHE = "node_modules/@wallet-standard/base/LICENSE";
/** Texts for packages that come without theirs, by the licence that they name. */
const TERMS: Record<string, string[]> = {
  MIT: [MIT],
  "Apache-2.0": [APACHE],
  "(Apache-2.0 AND MIT)": [APACHE, MIT],
};

interface Notice {
  name: string;
  version: string;
  licence: string;
  source: string;
  text: string;
}

export function writeThirdPartyNotices(buildDir: string): void {
  const modules = ["client", "server"].flatMap((side) =>
    Object.keys(JSON.parse(readFileSync(join(buildDir, `modules-${side}.json`), "utf8"))),
  );
  const folders = new Set([
    ...packagesOf(modules),
    ...WITHOUT_MODULES.map((name) => `node_modules/${name}`),
  ]);
  const notices = [...folders].sort().map((folder) => noticeOf(join(ROOT, folder)));
  writeFileSync(join(buildDir, "client/third-party-notices.txt"), page(notices));
}

/**
 * Folders of the packages that modules are of, relative to the project as these are.
 *
 * @throws StartFailure for a module of unknown origin
 */
export function packagesOf(modules: readonly string[]): Set<string> {
  const folders = new Set<string>();
  for (const path of modules) {
    const [folder] = /^.*node_modules\/(@[^/]+\/)?[^/]+/.exec(path) ?? [];
    const added = ADDED_MODULES[path];
    if (folder) folders.add(folder);
    else if (added) folders.add(`node_modules/${added}`);
    else if (!OWN.test(path)) throw new StartFailure(`Whose is the module ${path}?`);
  }
  return folders;
}

/** @throws StartFailure for a package without a licence that is known here */
export function noticeOf(folder: string): Notice {
  const about = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
  const { name, version, license = "see its text", author, repository } = about;
  const files = readdirSync(folder).filter((file) => /^(licen[cs]e|copying|notice)/i.test(file));
  const texts =
    files.length > 0
      ? files.map((file) => readFileSync(join(folder, file), "utf8"))
      : (TERMS[license] ?? []).map((file) =>
          readFileSync(join(ROOT, file), "utf8").replace(
            "{{holder}}",
            author?.name ?? author ?? name,
          ),
        );
  if (texts.length === 0) throw new StartFailure(`${name} ${version} has no licence text`);
  const url: string = repository?.url ?? repository ?? "";
  return {
    name,
    version,
    licence: license,
    source: url.replace(/^git\+/, "").replace(/\.git$/, ""),
    text: texts.map((text) => trimmed(name, text)).join("\n\n"),
  };
}

/** Vite's file also has the licences of all that it is built from. */
function trimmed(name: string, text: string): string {
  const own = name === "vite" ? viteLicences(text) : text;
  return own.replace(/\r/g, "").trim();
}

function viteLicences(text: string): string {
  const [own = "", bundled = ""] = text.split("# Licenses of bundled dependencies");
  const helper = bundled.split(/^## /m).find((part) => part.includes("@rollup/plugin-commonjs"));
  return `${own.trim()}\n\n${helper ?? ""}`;
}

const LINE = "-".repeat(80);

/** Packages with the same text share it. */
function page(notices: readonly Notice[]): string {
  const parts = [...new Set(notices.map(({ text }) => text))].map((text) => {
    const sharing = notices.filter((one) => one.text === text);
    const names = sharing.map(({ name, version, licence, source }) =>
      [`${name} ${version} (${licence})`, source].filter(Boolean).join(" "),
    );
    return `${names.join("\n")}\n\n${text}\n`;
  });
  return [
    "Third-party notices\n\nThe pages and the server of this site contain software and fonts by others:\n",
    ...parts,
  ].join(`\n${LINE}\n\n`);
}
