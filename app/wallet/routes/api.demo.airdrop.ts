import type { ActionFunctionArgs } from "@remix-run/cloudflare";
import { readJson } from "../../http/read-json";
import { demoAddress, limitDemo } from "../http/demo-wallet";
import { airdropToDemo } from "../use-cases/demo-wallet";

/** Test SOL from the local chain's faucet; 404 on any other network. */
export async function action(args: ActionFunctionArgs) {
  await limitDemo(args);
  await airdropToDemo(await readJson(args.request, demoAddress), args.context.ports);
  return new Response(null, { status: 204 });
}
