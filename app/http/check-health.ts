import type { Settings } from "../lib/ports";
import type { Chain } from "../solana/chain";
import { canRemain } from "../solana/payment-constants";

interface Deps {
  settings: Pick<Settings, "cluster" | "platformWallet">;
  products: { byId(id: string): Promise<unknown> };
  files: { head(key: string): Promise<unknown> };
  chain: Pick<Chain, "accounts">;
}

export interface Health {
  ok: boolean;
  cluster: Settings["cluster"];
  checks: { database: boolean; bucket: boolean; rpc: boolean; platformWallet: boolean };
}

/** Checks each part that a sale needs. Payments fail while the platform wallet is not rent-exempt. */
export async function checkHealth({ settings, products, files, chain }: Deps): Promise<Health> {
  const [database, bucket, balance] = await Promise.all([
    answers(() => products.byId("health")),
    answers(() => files.head("health")),
    chain.accounts([settings.platformWallet]).catch(() => null),
  ]);
  const lamports = balance?.[0]?.lamports ?? 0n;
  const checks = {
    database,
    bucket,
    rpc: balance !== null,
    platformWallet: lamports > 0n && canRemain(lamports),
  };
  return { ok: Object.values(checks).every(Boolean), cluster: settings.cluster, checks };
}

async function answers(check: () => Promise<unknown>): Promise<boolean> {
  return check().then(
    () => true,
    () => false,
  );
}
