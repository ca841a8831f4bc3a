/** Draws of a run: the same seed gives the same draws. */
export interface Random {
  /** In [0, 1). */
  next(): number;
  /** A whole number in [0, bound). */
  below(bound: number): number;
  /** A whole number in [low, high]. */
  between(low: number, high: number): number;
  chance(probability: number): boolean;
  pick<T>(list: readonly T[]): T;
  /** One of the keys, by their weights. */
  weighted<Key extends string>(weights: Readonly<Record<Key, number>>): Key;
  bytes(count: number): Uint8Array<ArrayBuffer>;
  /** An independent source that does not depend on how many draws were made here before. */
  fork(label: string): Random;
}

/** @param seed any text; sources with different texts are independent */
export function createRandom(seed: string): Random {
  const nextWord = sfc32(hashWords(seed));
  const next = () => nextWord() / 2 ** 32;
  const below = (bound: number) => Math.floor(next() * bound);
  return {
    next,
    below,
    between: (low, high) => low + below(high - low + 1),
    chance: (probability) => next() < probability,
    pick<T>(list: readonly T[]): T {
      if (list.length === 0) throw new Error("nothing to pick from");
      return list[below(list.length)] as T;
    },
    weighted<Key extends string>(weights: Readonly<Record<Key, number>>): Key {
      const entries = Object.entries(weights) as [Key, number][];
      let rest = next() * entries.reduce((sum, [, weight]) => sum + weight, 0);
      for (const [key, weight] of entries) {
        rest -= weight;
        if (rest < 0) return key;
      }
      throw new Error("no key has a weight");
    },
    bytes: (count) => Uint8Array.from({ length: count }, () => nextWord() >>> 24),
    fork: (label) => createRandom(`${seed}/${label}`),
  };
}

/** Four words from a text: FNV-1a with four offsets, mixed as MurmurHash3 ends. */
function hashWords(text: string): [number, number, number, number] {
  const words = [0x811c9dc5, 0x9e3779b9, 0x85ebca6b, 0xc2b2ae35].map((offset) => {
    let hash = offset;
    for (let at = 0; at < text.length; at++) {
      hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
    }
    hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
    hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
    return (hash ^ (hash >>> 16)) >>> 0;
  });
  return words as [number, number, number, number];
}

/** The generator sfc32 of PractRand: 128 bits of state, 32 bits a draw. */
function sfc32([a, b, c, d]: [number, number, number, number]): () => number {
  const draw = () => {
    const sum = (a + b + d) | 0;
    d = (d + 1) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = (c << 21) | (c >>> 11);
    c = (c + sum) | 0;
    return sum >>> 0;
  };
  for (let warmUp = 0; warmUp < 12; warmUp++) draw();
  return draw;
}
