import type { PurchaseStage } from "../rules/purchase-page";
import { buyerPart, visitorPart } from "../ui/offer-parts";
import { orderPart } from "./order-part";

type PartName = "order" | "buyer" | "visitor";

declare global {
  interface ImportMetaEnv {
    /** Set by the build, on the server: addresses of the scripts of each part. Empty in the browser. */
    readonly PART_CODE?: Partial<Record<PartName, readonly string[]>>;
  }
}

const PARTS = { order: orderPart, buyer: buyerPart, visitor: visitorPart };

function partOf({ kind }: PurchaseStage): PartName {
  if (kind === "visitor") return "visitor";
  return kind === "buy" ? "buyer" : "order";
}

/** Addresses of the scripts that a stage needs beside the page's own. Empty in the browser. */
export function scriptsOf(stage: PurchaseStage): readonly string[] {
  return import.meta.env.PART_CODE?.[partOf(stage)] ?? [];
}

export function loadPartOf(stage: PurchaseStage): Promise<unknown> {
  return PARTS[partOf(stage)].load();
}
