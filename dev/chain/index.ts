export { DataInUseError } from "./data-lock";
export {
  createEmbeddedChain,
  type EmbeddedChain,
  type EmbeddedChainOptions,
  type EmbeddedNode,
} from "./embedded-chain";
export type { Fault, FaultKind } from "./faults";
export {
  type ChainHandle,
  type ChainOptions,
  MAINNET_LAMPORTS_PER_BYTE,
  MAINNET_SLOT_MS,
} from "./handle";
export { JournalDamagedError } from "./journal";
export type { Submission } from "./ledger";
export { PortTakenError } from "./listen";
export { WireError, type WireTransaction } from "./parse-wire";
export { type PriceFeedFields, priceFeedAccount } from "./price-feed";
export { blockHeight, type SlotView } from "./slots";
export { startChain } from "./start-chain";
export type { AccountState, LandedTransaction } from "./types";
export { encodeMessageV1, type TransactionConfig } from "./wire-v1";
