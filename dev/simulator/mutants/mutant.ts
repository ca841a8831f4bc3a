/** One place that a mutant changes. */
export interface Edit {
  /** From the root of the repository: a module, or a migration. */
  readonly file: string;
  /** Stands exactly once in the file. */
  readonly text: string;
  readonly replacement: string;
}

/** A fault planted in the product, which a run of the simulator must find. */
export interface Mutant {
  /** Kebab-case, as `--mutant` takes it. */
  readonly name: string;
  readonly edits: readonly Edit[];
  /** The promise that it breaks, in one sentence. */
  readonly hint: string;
}
