/**
 * `npm run screens`: pictures of every page and state, in both languages, both themes and three
 * widths, into screens/, with an index.html. Names after `--` draw only the screens whose id contains
 * one of them: `npm run screens -- buy login`.
 */
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { launchBrowser } from "../tests/support/browser";
import { GoogleApp } from "../tests/support/google-app";
import { runCommand, StartFailure } from "./run/failure";
import { ROOT } from "./run/paths";
import { SCREENS } from "./screens/all-screens";
import { drawScreen, LOOKS, withoutTable } from "./screens/draw";
import { indexPage } from "./screens/index-page";
import type { Screen } from "./screens/screen";
import { createWorld } from "./screens/world";

const FOLDER = join(ROOT, "screens");
/** Pages drawn at once: a page waits for the Worker about half of its time. */
const LANES = 3;
/** Slower than in tests, so that a signed transaction does not expire while it is drawn. */
const SLOT_MS = 400;

await runCommand(async () => {
  const screens = chosenScreens();
  console.log(`Drawing ${screens.length} screens in ${LOOKS.length} looks into ${FOLDER} ...`);
  const site = await GoogleApp.start({ chain: { slotMs: SLOT_MS }, env: { SEED: "1" } });
  const browser = await launchBrowser();
  const failures = new Map<string, string[]>();
  try {
    const world = await createWorld(site);
    mkdirSync(FOLDER, { recursive: true });
    let done = 0;
    const draw = async (screen: Screen) => {
      for (const look of LOOKS) {
        await drawScreen(screen, look, { browser, world, folder: FOLDER }).catch((error) => {
          const [message] = String(error instanceof Error ? error.message : error).split("\n");
          const text = `${look.locale}, ${look.theme}: ${message}`;
          failures.set(screen.id, [...(failures.get(screen.id) ?? []), text]);
        });
      }
      done += 1;
      const result = failures.has(screen.id) ? "FAILED" : "";
      console.log(`${String(done).padStart(3)}/${screens.length} ${screen.id} ${result}`);
    };
    await inLanes(
      screens.filter(({ missingTable }) => !missingTable),
      draw,
    );
    for (const screen of screens) {
      const { missingTable: table } = screen;
      if (table) await withoutTable(table, world, () => draw(screen));
    }
  } finally {
    await browser.close();
    await site.stop();
  }
  writeFileSync(join(FOLDER, "index.html"), indexPage(screens, failures));
  if (failures.size > 0) throw new StartFailure(report(failures));
  console.log(`Open ${join(FOLDER, "index.html")}`);
  // The shared browser has no other end.
  process.exit(0);
});

function chosenScreens(): readonly Screen[] {
  const { positionals } = parseArgs({ allowPositionals: true });
  if (positionals.length === 0) return SCREENS;
  const chosen = SCREENS.filter(({ id }) => positionals.some((part) => id.includes(part)));
  if (chosen.length === 0) throw new StartFailure(`No screen is named ${positionals.join(", ")}.`);
  return chosen;
}

async function inLanes<T>(all: readonly T[], work: (one: T) => Promise<void>): Promise<void> {
  const rest = [...all];
  const lane = async () => {
    for (let next = rest.shift(); next; next = rest.shift()) await work(next);
  };
  await Promise.all(Array.from({ length: LANES }, lane));
}

function report(failures: ReadonlyMap<string, readonly string[]>): string {
  const lines = [...failures].flatMap(([id, texts]) => texts.map((text) => `${id} (${text})`));
  return `Not drawn:\n${lines.join("\n")}`;
}
