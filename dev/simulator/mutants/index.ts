import type { Mutant } from "./mutant";

export const mutants: readonly Mutant[] = [];
