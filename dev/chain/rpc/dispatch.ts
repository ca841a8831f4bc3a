import { z } from "zod";
import { type Fault, type Faults, isTransportFault, type TransportFault } from "../faults";
import { parseJson, writeJson } from "../json";
import { accountMethods } from "./accounts";
import { blockMethods } from "./blocks";
import type { Chain, Method } from "./context";
import { CODES, RpcError } from "./errors";
import { feeMethods } from "./fees";
import { historyMethods } from "./history";
import { sendMethods } from "./send";
import { simulateMethods } from "./simulate";
import { tokenMethods } from "./tokens";

/** Calls in one batch: above what clients send, few enough not to delay the slot timer. */
const MAX_BATCH_CALLS = 250;
const DEFAULT_LAG_SLOTS = 64;

/** Every method that is answered over HTTP. */
const METHODS: ReadonlyMap<string, Method> = new Map(
  [
    blockMethods,
    accountMethods,
    historyMethods,
    sendMethods,
    simulateMethods,
    feeMethods,
    tokenMethods,
  ].flatMap((group) => Object.entries(group)),
);

const request = z.object({
  jsonrpc: z.literal("2.0"),
  id: z.union([z.string(), z.number(), z.null()]).optional(),
  method: z.string(),
  params: z.unknown().optional(),
});

export interface Reply {
  /** JSON text; empty where there is no answer. */
  readonly body: string;
  /** Fault applied to the HTTP answer. */
  readonly fault?: TransportFault | undefined;
}

type Answer = { jsonrpc: "2.0"; id: unknown; result?: unknown; error?: unknown };

/** Answers the body of one HTTP request: a call or a batch of them. It never throws. */
export function dispatch(body: string, chain: Chain, faults: Pick<Faults, "take">): Reply {
  const parsed = parseJson(body);
  if (parsed === undefined) return { body: writeJson(failure(null, PARSE_ERROR)) };
  if (!Array.isArray(parsed)) {
    const { answer, fault } = answerOne(parsed, chain, faults);
    return { body: answer ? writeJson(answer) : "", fault };
  }
  if (parsed.length === 0 || parsed.length > MAX_BATCH_CALLS) {
    return { body: writeJson(failure(null, INVALID_REQUEST)) };
  }
  const replies = parsed.map((one) => answerOne(one, chain, faults));
  const answers = replies.flatMap(({ answer }) => answer ?? []);
  const fault = replies.find((reply) => reply.fault)?.fault;
  return { body: answers.length === 0 ? "" : writeJson(answers), fault };
}

const PARSE_ERROR = new RpcError(CODES.parse, "Parse error");
const INVALID_REQUEST = new RpcError(CODES.invalidRequest, "Invalid request");
/** Faults that fail a call before it is run. */
const FAULTS_BEFORE_RUN: readonly string[] = ["timeout", "reset", "429", "html", "html-200"];

function answerOne(
  value: unknown,
  chain: Chain,
  faults: Pick<Faults, "take">,
): { answer?: Answer; fault?: TransportFault | undefined } {
  const read = request.safeParse(value);
  if (!read.success) return { answer: failure(null, INVALID_REQUEST) };
  const { id, method, params } = read.data;
  const fault = faults.take(method);
  const transport = fault && isTransportFault(fault.kind) ? fault.kind : undefined;
  if (transport && FAULTS_BEFORE_RUN.includes(transport)) return { fault: transport };
  const answer = run(method, params, id, chain, fault);
  // A call without an id is a notification, which is not answered.
  return id === undefined ? { fault: transport } : { answer, fault: transport };
}

function run(method: string, params: unknown, id: unknown, chain: Chain, fault?: Fault): Answer {
  const shownId = fault?.kind === "wrong-id" ? `not-${id}` : id;
  try {
    if (fault?.kind === "error") {
      throw new RpcError(
        fault.code ?? CODES.nodeBehind,
        fault.message ?? "Node is behind by 150 slots",
        {
          numSlotsBehind: 150,
        },
      );
    }
    const handler = METHODS.get(method);
    if (!handler) throw new RpcError(CODES.unknownMethod, "Method not found");
    const lag = fault?.kind === "stale" ? (fault.lag ?? DEFAULT_LAG_SLOTS) : 0;
    const [swallow, withoutRunning] = [fault?.kind === "swallow", fault?.kind === "not-run"];
    const result = handler(params, { chain, lag, swallow, withoutRunning });
    return { jsonrpc: "2.0", result, id: shownId };
  } catch (error) {
    return failure(shownId, error);
  }
}

function failure(id: unknown, error: unknown): Answer {
  if (error instanceof RpcError) {
    const { code, message, data } = error;
    return { jsonrpc: "2.0", error: { code, message, ...(data !== undefined && { data }) }, id };
  }
  console.error("chain: a call failed", error);
  return { jsonrpc: "2.0", error: { code: CODES.internal, message: "Internal error" }, id };
}
