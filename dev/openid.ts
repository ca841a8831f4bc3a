import { z } from "zod";
import { DEMO_PEOPLE } from "./openid/client";
import { startOpenIdProvider } from "./openid/provider";
import { runCommand, StartFailure } from "./run/failure";
import { assertPortFree } from "./run/port";

const variables = z.object({
  OPENID_PORT: z.coerce.number().int().min(1).max(65_535).default(9080),
  PORT: z.coerce.number().int().min(1).max(65_535).default(8787),
});

/** `npm run openid`: an OpenID provider in place of Google; prints how to start the app with it. */
await runCommand(async () => {
  const read = variables.safeParse(process.env);
  if (!read.success) throw new StartFailure("OPENID_PORT and PORT should be port numbers");
  const { OPENID_PORT: port, PORT } = read.data;
  await assertPortFree(port, "127.0.0.1", "OPENID_PORT");
  const appUrl = process.env.APP_ORIGIN ?? `http://localhost:${PORT}`;
  const provider = await startOpenIdProvider({ port, appUrl });
  for (const person of DEMO_PEOPLE) provider.add(person);
  const settings = Object.entries(provider.env).map(([name, value]) => `${name}='${value}'`);
  console.log(`Signs people in for ${appUrl}. In another terminal:\n`);
  console.log(`  ${settings.join(" ")} npm start\n`);
});
