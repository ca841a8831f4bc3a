import type { InProcessApp } from "./app-here";

export interface HealthAnswer {
  status: number;
  ok: boolean;
  checks: Record<string, boolean>;
  warnings: string[];
}

/** `/health` as the operator sees it, checked anew: an answer is kept for 5 s. */
export async function readHealth(app: InProcessApp): Promise<HealthAnswer> {
  await app.clock.advance(5_000);
  const headers = { Authorization: `Bearer ${app.operatorSecret}` };
  const response = await fetch(`${app.url}/health`, { headers });
  return { ...((await response.json()) as Omit<HealthAnswer, "status">), status: response.status };
}

export const ALL_WELL = {
  database: true,
  bucket: true,
  rpc: true,
  genesis: true,
  platformWallet: true,
  schema: true,
  cron: true,
  index: true,
};
