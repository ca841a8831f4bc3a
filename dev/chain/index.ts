export { DataInUseError } from "./data-lock";
export type { Fault, FaultKind } from "./faults";
export {
  type ChainHandle,
  type ChainOptions,
  MAINNET_LAMPORTS_PER_BYTE,
  MAINNET_SLOT_MS,
} from "./handle";
export { JournalDamagedError } from "./journal";
export { PortTakenError } from "./listen";
export { startChain } from "./start-chain";
export type { AccountState } from "./types";
export { encodeMessageV1, type TransactionConfig } from "./wire-v1";
