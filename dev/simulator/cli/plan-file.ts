import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import type { Plan } from "../steps";
import { BadWords } from "./arguments";

/** A plan that failed, as a test repeats it. */
export interface KeptPlan {
  /** What was wrong, before it was mended. */
  failure: string;
  plan: Plan;
}

/** JSON has no bigint: they are texts that end in `n`. */
const BIGINT = /^-?\d+n$/;

export function writeKeptPlan(path: string, kept: KeptPlan): void {
  const encode = (_: string, value: unknown) => (typeof value === "bigint" ? `${value}n` : value);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, `${JSON.stringify(kept, encode, 2)}\n`);
}

/** @throws BadWords where the file holds no plan */
export function readKeptPlan(path: string): KeptPlan {
  const decode = (_: string, value: unknown) =>
    typeof value === "string" && BIGINT.test(value) ? BigInt(value.slice(0, -1)) : value;
  try {
    const kept = JSON.parse(readFileSync(path, "utf8"), decode) as KeptPlan;
    if (Array.isArray(kept.plan.steps)) return kept;
  } catch {
    // Told below.
  }
  throw new BadWords(`${path} is no plan that --keep has written.`);
}
