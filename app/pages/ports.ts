/** Texts that the data centre keeps for a while; one may be lost at any time. */
export interface TextCache {
  /** Null where there is none. */
  get(key: string): Promise<string | null>;
  put(key: string, text: string, maxAgeSeconds: number): Promise<void>;
}
