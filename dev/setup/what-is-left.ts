import { callRpc } from "../run/rpc";
import type { Answered } from "./answers";
import { SECRETS } from "./installation";
import { missingSettings } from "./settings";
import { customDomainOf } from "./wrangler-config";

const LAMPORTS_PER_SOL = 1_000_000_000n;

/** What only the operator can do after a deployment, in order, a paragraph each. */
export async function whatIsLeft(
  { environment, secrets }: Answered,
  addresses: readonly string[],
  secretsOfWorker: readonly string[],
): Promise<string[]> {
  const { account = "", vars } = environment;
  const origin = vars.APP_ORIGIN ?? "";
  const domain = customDomainOf(origin);
  const missing = missingSettings({ ...vars, ...secrets.values }, secretsOfWorker);
  return [
    `Workers Paid plan, first: https://dash.cloudflare.com/${account}/workers/plans
   The free plan ends a request after 10 ms of processor time, and a password takes more; it also
   allows 50 subrequests a request, and 50 queries.`,
    ...(missing.length > 0
      ? [`Missing settings: ${missing.join(", ")}. Run npm run setup again.`]
      : []),
    ...addressLeft(origin, domain, addresses),
    await funding(vars.PLATFORM_WALLET, secrets.values.SOLANA_RPC_URLS),
    `Wallets' review, a week before opening: docs/operations.md, Deploying. Wallets warn of a domain
   that they have not seen.`,
    `Health: curl -H "Authorization: Bearer $OPERATOR_SECRET" ${origin}/health
   The secret is in ${SECRETS}. Keep a copy of that file where you keep passwords.`,
    `A sale: sign up, publish a file, and buy it from another browser with another wallet.`,
  ];
}

function addressLeft(
  origin: string,
  domain: string | null,
  addresses: readonly string[],
): string[] {
  const answersThere = addresses.some((one) => one.includes(origin.replace(/^https?:\/\//, "")));
  if (origin && !answersThere) {
    return [
      `Address: APP_ORIGIN is ${origin}, but the Worker answers at ${addresses.join(", ") || "no address"}.
   Run npm run setup again with the right one.`,
    ];
  }
  return domain
    ? [`Domain: ${domain} answers when its certificate is there, after some minutes.`]
    : [
        `Domain: buyers trust one of your own more than workers.dev, which also has no page cache. Add it to
   the account and run npm run setup again with it as APP_ORIGIN.`,
      ];
}

/** What the platform wallet has, and what it has to have so that a fee can be paid to it. */
async function funding(wallet: string | undefined, urls: string | undefined): Promise<string> {
  const url = urls?.split(",")[0];
  if (!wallet || !url) return "Platform wallet: set PLATFORM_WALLET, and send it some SOL.";
  try {
    const least = await callRpc<number>(url, "getMinimumBalanceForRentExemption", [0]);
    const { value } = await callRpc<{ value: number }>(url, "getBalance", [wallet]);
    if (value >= least)
      return `Platform wallet: ${wallet} has ${inSol(value)} SOL, which is enough.`;
    return `Platform wallet: send at least ${inSol(least)} SOL to ${wallet}. It has ${inSol(value)}, and a
   fee can't open an empty account: until then nobody can pay.`;
  } catch {
    return `Platform wallet: send some SOL to ${wallet}. No node could be asked what it has.`;
  }
}

/** Lamports as decimal text in SOL. */
function inSol(lamports: number): string {
  const whole = BigInt(lamports);
  const decimals = String(whole % LAMPORTS_PER_SOL)
    .padStart(9, "0")
    .replace(/0+$/, "");
  return `${whole / LAMPORTS_PER_SOL}${decimals && `.${decimals}`}`;
}
