// The demo for an empty database: a first start shows a shop instead of nothing.
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Miniflare } from "miniflare";
import { localDatabase } from "../run/local-database";
import type { SeedContext } from "./context";
import type { SeedReport } from "./seed-demo";

/**
 * Fills a database without users with the demo, and prints its accounts. An interrupted run is
 * resumed; a database with other users is left unchanged.
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
  const db = localDatabase(worker);
  await allowDemoIfEmpty(db, dataDir);
  if (!existsSync(markPath(dataDir))) return;
  // Loaded on demand: most starts have nothing to seed.
  const { seedDemo } = await import("./seed-demo");
  const report = await seedDemo({ db, files: await worker.getR2Bucket("FILES"), ...chain });
  writeFileSync(note, `${JSON.stringify(report, null, 2)}\n`);
  print(report);
}

/** Marks a database without users, so that a later start adds the demo to what is seeded now. */
export async function allowDemoIfEmpty(db: SeedContext["db"], dataDir: string): Promise<void> {
  const user = await db.prepare("SELECT 1 FROM users LIMIT 1").first();
  if (!user) writeFileSync(markPath(dataDir), "");
}

const markPath = (dataDir: string) => join(dataDir, "demo-begun");

function print({ accounts, products, sales }: SeedReport): void {
  console.log(`Demo: ${products} products, ${sales} sales. Sign in with:`);
  for (const { role, email, password } of accounts) {
    console.log(`  ${role.padEnd(6)}  ${email.padEnd(22)}  ${password}`);
  }
}
