import { BUNDLE_MUTANTS } from "./bundles";
import { CERTAINTY_MUTANTS } from "./certainty";
import { CODE_MUTANTS } from "./codes";
import { GRANT_MUTANTS } from "./grants";
import { GUEST_MUTANTS } from "./guests";
import { LICENCE_MUTANTS } from "./licences";
import type { Mutant } from "./mutant";
import { REFUND_MUTANTS } from "./refunds";
import { RELEASE_MUTANTS } from "./releases";
import { RIGHT_MUTANTS } from "./rights";
import { SETTLING_MUTANTS } from "./settling";
import { SHARING_MUTANTS } from "./sharing";
import { STOCK_MUTANTS } from "./stock";

export const mutants: readonly Mutant[] = [
  ...STOCK_MUTANTS,
  ...SETTLING_MUTANTS,
  ...CERTAINTY_MUTANTS,
  ...REFUND_MUTANTS,
  ...GUEST_MUTANTS,
  ...SHARING_MUTANTS,
  ...RIGHT_MUTANTS,
  ...RELEASE_MUTANTS,
  ...GRANT_MUTANTS,
  ...CODE_MUTANTS,
  ...LICENCE_MUTANTS,
  ...BUNDLE_MUTANTS,
];
