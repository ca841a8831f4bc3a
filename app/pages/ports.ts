import type { Operator } from "./rules/operator";

/** Settings of this deployment. */
export interface LegalSettings {
  /** With "CH", pages say that the data is stored in Switzerland. */
  dataLocation: string | null;
  operator: Operator;
}

/** Texts that the data centre keeps for a while; one may be lost at any time. */
export interface TextCache {
  /** Null where there is none. */
  get(key: string): Promise<string | null>;
  put(key: string, text: string, maxAgeSeconds: number): Promise<void>;
}
