import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { type CryptoKey, exportJWK, generateKeyPair } from "jose";
import { type Context, Provider } from "oidc-provider";
import { CLIENT, openIdEnv } from "./client";

export interface OpenIdPerson {
  sub: string;
  email: string;
  email_verified: boolean;
  name: string;
}

export interface OpenIdProvider {
  /** For `GOOGLE_ISSUER`, `GOOGLE_CLIENT_ID` and `GOOGLE_CLIENT_SECRET`. */
  env: Record<"GOOGLE_ISSUER" | "GOOGLE_CLIENT_ID" | "GOOGLE_CLIENT_SECRET", string>;
  /** The account that signs in next; null shows a page to choose one. */
  person: OpenIdPerson | null;
  /** Adds an account. */
  add(person: Partial<OpenIdPerson>): OpenIdPerson;
  /** The failure to simulate. */
  fault: "none" | "denies" | "token endpoint fails" | "keys are gone";
  /** Changes each ID token before it is sent. */
  alterToken: ((idToken: string) => Promise<string>) | null;
  /** Signs ID tokens: RS256, `kid` "first". */
  signingKey: CryptoKey;
  stop(): Promise<void>;
}

interface ProviderOptions {
  /** URL of the provider, without a path. */
  issuer: string;
  /** Origin of the app, whose callback is the only one registered. */
  appUrl: string;
  /** False leaves address and name to the user info endpoint. */
  claimsInToken?: boolean;
}

/** An OpenID provider on loopback in place of Google, without passwords. */
export async function startOpenIdProvider(
  options: Omit<ProviderOptions, "issuer"> & { port: number },
): Promise<OpenIdProvider> {
  const issuer = `http://127.0.0.1:${options.port}`;
  const provider = await createOpenIdProvider({ ...options, issuer });
  const server = createServer((req, res) => void provider.answer(req, res));
  server.listen(options.port, "127.0.0.1");
  await once(server, "listening");
  return Object.assign(provider, {
    async stop() {
      server.close();
      server.closeAllConnections();
      await once(server, "close");
    },
  });
}

interface UnboundProvider extends Omit<OpenIdProvider, "stop"> {
  answer(req: IncomingMessage, res: ServerResponse): Promise<void>;
}

/** The provider without a server: `answer` takes the requests to its issuer. */
export async function createOpenIdProvider(options: ProviderOptions): Promise<UnboundProvider> {
  const { issuer } = options;
  const keys = await generateKeyPair("RS256", { extractable: true });
  const people = new Map<string, OpenIdPerson>();
  const handle: UnboundProvider = {
    env: openIdEnv(issuer),
    answer,
    person: null,
    fault: "none",
    alterToken: null,
    signingKey: keys.privateKey,
    add(given) {
      const sub = given.sub ?? crypto.randomUUID();
      const email = given.email ?? `${sub}@example.com`;
      const person = { email_verified: true, name: "Camille Google", ...given, sub, email };
      people.set(sub, person);
      return person;
    },
  };
  const provider = new Provider(issuer, await configuration(keys.privateKey, people, options));
  provider.use((ctx, next) => simulateFault(ctx, next, handle));
  const koa = provider.callback();

  async function answer(req: IncomingMessage, res: ServerResponse): Promise<void> {
    const url = new URL(req.url ?? "/", issuer);
    if (!url.pathname.startsWith("/interaction/")) return koa(req, res);
    await provider.interactionDetails(req, res);
    if (handle.fault === "denies" || url.searchParams.has("cancel")) {
      return provider.interactionFinished(req, res, { error: "access_denied" });
    }
    const sub = handle.person?.sub ?? url.searchParams.get("as");
    if (!sub) return void res.setHeader("Content-Type", "text/html").end(peoplePage(people));
    const result = { login: { accountId: sub }, consent: {} };
    return provider.interactionFinished(req, res, result, { mergeWithLastSubmission: false });
  }
  return handle;
}

async function configuration(
  key: CryptoKey,
  people: Map<string, OpenIdPerson>,
  { appUrl, claimsInToken = true }: ProviderOptions,
): Promise<Record<string, unknown>> {
  const jwk = { ...(await exportJWK(key)), kid: "first", use: "sig", alg: "RS256" };
  return {
    clients: [
      {
        client_id: CLIENT.id,
        client_secret: CLIENT.secret,
        redirect_uris: [`${appUrl}/auth/google/callback`],
        token_endpoint_auth_method: "client_secret_post",
      },
    ],
    jwks: { keys: [jwk] },
    cookies: { keys: ["a key of the provider's own"] },
    conformIdTokenClaims: !claimsInToken,
    claims: { openid: ["sub"], email: ["email", "email_verified"], profile: ["name"] },
    features: { devInteractions: { enabled: false } },
    // Seconds. Without them the library logs a warning each.
    ttl: {
      AccessToken: 600,
      AuthorizationCode: 60,
      Grant: 600,
      IdToken: 600,
      Interaction: 600,
      Session: 600,
    },
    pkce: { required: () => true },
    interactions: { url: (_: unknown, { uid }: { uid: string }) => `/interaction/${uid}` },
    findAccount: (_: unknown, sub: string) => ({ accountId: sub, claims: () => people.get(sub) }),
    // Skips the consent page.
    async loadExistingGrant({ oidc }: Context) {
      const { clientId } = oidc.client;
      const grant = new oidc.provider.Grant({ clientId, accountId: oidc.session.accountId });
      grant.addOIDCScope("openid email profile");
      await grant.save();
      return grant;
    },
  };
}

async function simulateFault(
  ctx: Context,
  next: () => Promise<void>,
  handle: UnboundProvider,
): Promise<void> {
  await next();
  const { fault, alterToken } = handle;
  const down =
    (fault === "token endpoint fails" && ctx.path === "/token") ||
    (fault === "keys are gone" && ctx.path === "/jwks");
  if (down) {
    ctx.status = 502;
    ctx.body = "Bad gateway";
  } else if (alterToken && ctx.path === "/token" && ctx.status === 200) {
    const body = ctx.body as { id_token: string };
    ctx.body = { ...body, id_token: await alterToken(body.id_token) };
  }
}

/** A link for each account, and one to cancel. */
function peoplePage(people: Map<string, OpenIdPerson>): string {
  const links = [...people.values()].map(
    ({ sub, email }) => `<li><a href="?as=${encodeURIComponent(sub)}">${email}</a></li>`,
  );
  return `<!doctype html><html lang="en"><title>Demo accounts</title>
<meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark">
<style>body { max-width: 26rem; margin: 10vh auto; padding: 0 1rem; font: 1rem/1.5 system-ui, sans-serif }
h1 { font-size: 1.5rem; line-height: 1.2 } ul { padding: 0; list-style: none } li { border-bottom: 1px solid #8886 }
a { display: block; padding: .75rem 0; color: inherit; overflow-wrap: anywhere }</style>
<h1>Demo accounts in place of Google</h1><ul>${links.join("")}</ul><a href="?cancel">Cancel</a></html>`;
}
