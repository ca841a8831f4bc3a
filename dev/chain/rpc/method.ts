import type { RpcContext } from "./context";

export type Method = (params: unknown, context: RpcContext) => unknown;
export type Methods = Readonly<Record<string, Method>>;
