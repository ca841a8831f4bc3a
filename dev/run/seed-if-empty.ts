import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Miniflare } from "miniflare";
import type { SeedContext } from "../seed/context";
import type { SeedReport } from "../seed/seed-demo";

/**
 * Fills a database that has nobody in it with the demo, and prints who can sign in. A run that was
 * cut short before is taken up again; a database with other people in it is left alone.
 */
export async function seedIfEmpty(
  worker: Miniflare,
  dataDir: string,
  chain: Pick<SeedContext, "rpcUrl" | "platformWallet" | "sessionSecret">,
): Promise<void> {
  const note = join(dataDir, "demo.json");
  if (existsSync(note)) {
    print(JSON.parse(readFileSync(note, "utf8")) as SeedReport);
    return;
  }
  const db = await worker.getD1Database("DB");
  await leaveRoomForDemo(db, dataDir);
  if (!existsSync(begunPath(dataDir))) return;
  // Loaded only here: most starts have nothing to fill.
  const { seedDemo } = await import("../seed/seed-demo");
  const report = await seedDemo({ db, files: await worker.getR2Bucket("FILES"), ...chain });
  writeFileSync(note, `${JSON.stringify(report, null, 2)}\n`);
  print(report);
}

/** Notes that nobody is there yet, so that the demo may still come, or go on, afterwards. */
export async function leaveRoomForDemo(db: SeedContext["db"], dataDir: string): Promise<void> {
  const somebody = await db.prepare("SELECT 1 FROM users LIMIT 1").first();
  if (!somebody) writeFileSync(begunPath(dataDir), "");
}

const begunPath = (dataDir: string) => join(dataDir, "demo-begun");

function print({ accounts, products, sales }: SeedReport): void {
  console.log(`Demo: ${products} products, ${sales} sales. Sign in with:`);
  for (const { role, email, password } of accounts) {
    console.log(`  ${role.padEnd(6)}  ${email.padEnd(22)}  ${password}`);
  }
}
