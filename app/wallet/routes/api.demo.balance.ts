import type { ActionFunctionArgs } from "@remix-run/cloudflare";
import { readJson } from "../../http/read-json";
import { demoAddress, limitDemo } from "../http/demo-wallet";
import { readDemoBalance } from "../use-cases/demo-wallet";

/** The balance of a demo wallet in lamports; 404 except on the local chain. */
export async function action(args: ActionFunctionArgs) {
  await limitDemo(args);
  const address = await readJson(args.request, demoAddress);
  const lamports = await readDemoBalance(address, args.context.ports);
  return Response.json({ lamports: lamports.toString() });
}
