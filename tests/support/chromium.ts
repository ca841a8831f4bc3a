import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";

const CACHE = resolve(import.meta.dirname, "../../.cache");
/** Named after the pinned release, so that an upgrade is unpacked again. */
const UNPACKED = join(CACHE, "chromium-143.0.4");

export interface ChromiumHome {
  executable: string;
  /** Paths of bundled libraries and fonts, which a minimal system lacks. */
  env: Record<string, string>;
}

/**
 * The Chromium to test with: `CHROMIUM_PATH`, else the npm package with its libraries and a font,
 * unpacked once (1 s, 200 MB). Null on systems that the package does not support (it needs Linux on
 * x64): Playwright then looks for an installed Chrome.
 */
export function findChromium(): ChromiumHome | null {
  const given = process.env.CHROMIUM_PATH;
  if (given) return { executable: given, env: {} };
  if (process.platform !== "linux" || process.arch !== "x64") return null;
  if (!existsSync(UNPACKED)) unpack();
  return {
    executable: join(UNPACKED, "chromium"),
    env: {
      LD_LIBRARY_PATH: join(UNPACKED, "al2023", "lib"),
      FONTCONFIG_PATH: join(UNPACKED, "fonts"),
    },
  };
}

/** Unpacks into a temporary folder, then renames it: test processes may do so concurrently. */
function unpack(): void {
  mkdirSync(CACHE, { recursive: true });
  const folder = mkdtempSync(join(CACHE, "chromium-"));
  const script =
    'const { default: c } = await import("@sparticuz/chromium"); await c.executablePath();';
  execFileSync(process.execPath, ["--input-type=module", "-e", script], {
    cwd: import.meta.dirname,
    // The package unpacks into TMPDIR, and brings its libraries where it believes to be on Lambda.
    env: { ...process.env, TMPDIR: folder, AWS_EXECUTION_ENV: "AWS_Lambda_nodejs20.x" },
  });
  writeFileSync(join(folder, "fonts", "fonts.conf"), fontsConfig(join(UNPACKED, "fonts")));
  try {
    renameSync(folder, UNPACKED);
  } catch (error) {
    rmSync(folder, { recursive: true });
    if (!existsSync(UNPACKED)) throw error;
  }
}

function fontsConfig(folder: string): string {
  return `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir>${folder}</dir>
  <dir>/usr/share/fonts</dir>
  <cachedir>${join(folder, "cache")}</cachedir>
</fontconfig>
`;
}
