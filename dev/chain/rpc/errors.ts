/** Error codes of JSON-RPC and of Solana's nodes. */
export const CODES = {
  parse: -32700,
  invalidRequest: -32600,
  unknownMethod: -32601,
  invalidParams: -32602,
  internal: -32603,
  preflightFailure: -32002,
  signatureFailure: -32003,
  nodeBehind: -32005,
  unsupportedVersion: -32015,
  minContextSlot: -32016,
} as const;

/** An answer that is an error. `message` is what a Solana node says. */
export class RpcError extends Error {
  constructor(
    readonly code: number,
    message: string,
    readonly data?: unknown,
  ) {
    super(message);
  }
}

export function invalidParams(message: string): RpcError {
  return new RpcError(CODES.invalidParams, message);
}
