import { keyRestores } from "../acts/key-restores";
import { operatorActs } from "../acts/operator";
import type { FaultAct } from "../steps";
import { chainFaults } from "./chain";
import { machineFaults } from "./machines";
import { nodeFaults } from "./nodes";
import { storeFaults } from "./stores";

/** Everything that happens to machines or is done by their operator, by the name that stands in plans. */
export const faults: Readonly<Record<string, FaultAct>> = {
  ...nodeFaults,
  ...chainFaults,
  ...storeFaults,
  ...machineFaults,
  ...operatorActs,
  ...keyRestores,
};
