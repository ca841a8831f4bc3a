import { redirect, type SessionStorage } from "@remix-run/cloudflare";
import type { AuthenticateOptions } from "remix-auth";
import { GoogleStrategy } from "remix-auth-google";
import { sha256Base64Url } from "../../lib/base64";
import type { Clock, Ids, RateLimits } from "../../lib/ports";
import { Problem } from "../../lib/problem";
import { consumeOnce, type Flow, flowIn, type GoogleSession } from "./flow";
import { isGoogle, type Provider, unreachable } from "./provider";
import { exchangeCode, readUserInfo } from "./provider-requests";
import { type IdClaims, verifyIdToken } from "./verify-id-token";

/** Error codes for a user who cancelled (OpenID Connect Core 1.0, section 3.1.2.6). */
const ACCESS_DENIED = /^(access_denied|\w+_required)$/;

/** The user cancelled at the provider, which is not an error of either side. */
export class AccessDenied extends Error {
  override readonly name = "AccessDenied";
}

export interface OpenIdOptions {
  client: { clientId: string; clientSecret: string };
  callbackUrl: string;
  provider: Provider;
  /** Set at the start of a flow; the callback finds it in the cookie. */
  intent?: Pick<Flow, "purpose" | "uid" | "to">;
  ports: { clock: Clock; ids: Ids; rateLimits: RateLimits };
}

/**
 * The library's Google strategy as an OpenID Connect client: endpoints from the issuer, PKCE
 * (RFC 7636), nonce, a verified ID token, answers that are accepted once. Throws a redirect to the
 * provider at the start; at the callback a `Problem`, or `AccessDenied`.
 */
export class OpenIdStrategy extends GoogleStrategy<IdClaims> {
  readonly #options: OpenIdOptions;

  constructor(options: OpenIdOptions) {
    const { client, callbackUrl: callbackURL, provider } = options;
    const { clientId: clientID, clientSecret } = client;
    super({ clientID, clientSecret, callbackURL, scope: "openid email" }, () =>
      // The ID token has all that is needed; no profile is requested.
      Promise.reject(new Error("nothing else to verify")),
    );
    this.#options = options;
    this.authorizationURL = provider.authorization_endpoint;
    this.tokenURL = provider.token_endpoint;
  }

  override async authenticate(
    request: Request,
    storage: SessionStorage,
    _: AuthenticateOptions,
  ): Promise<IdClaims> {
    const session: GoogleSession = await storage.getSession(request.headers.get("Cookie"));
    const { searchParams, pathname } = new URL(request.url);
    if (pathname !== new URL(this.callbackURL).pathname)
      throw await this.#startFlow(session, storage);
    const flow = await this.#matchFlow(searchParams, session);
    return this.#claims(searchParams.get("code") ?? "", flow);
  }

  async #startFlow(session: GoogleSession, storage: SessionStorage): Promise<Response> {
    const { intent, ports } = this.#options;
    if (!intent) throw new Error("the start of a flow needs an intent");
    const [state, nonce, verifier] = [ports.ids.token(), ports.ids.token(), ports.ids.token()];
    session.unset("arrival");
    session.set("flow", { ...intent, state, nonce, verifier, startedAt: ports.clock.now() });
    const url = new URL(this.authorizationURL);
    for (const [name, value] of this.authorizationParams()) {
      url.searchParams.set(name, value);
    }
    url.searchParams.set("response_type", "code");
    url.searchParams.set("client_id", this.clientID);
    url.searchParams.set("redirect_uri", this.callbackURL);
    url.searchParams.set("scope", this.scope ?? "openid");
    url.searchParams.set("state", state);
    url.searchParams.set("nonce", nonce);
    url.searchParams.set("code_challenge", await sha256Base64Url(verifier));
    url.searchParams.set("code_challenge_method", "S256");
    const headers = { "Set-Cookie": await storage.commitSession(session) };
    return redirect(url.href, { headers });
  }

  protected override authorizationParams(): URLSearchParams {
    const { provider, intent } = this.#options;
    const params = super.authorizationParams();
    // Google supports only `select_account`, which prevents a login without any interaction.
    if (isGoogle(provider.issuer)) params.set("prompt", "select_account");
    else if (intent?.purpose === "reauthenticate") params.set("prompt", "login");
    if (intent?.purpose === "reauthenticate") {
      params.set("max_age", "0");
      params.set("claims", JSON.stringify({ id_token: { auth_time: { essential: true } } }));
    }
    return params;
  }

  /** The flow of this browser that the answer belongs to, once. */
  async #matchFlow(answer: URLSearchParams, session: GoogleSession): Promise<Flow> {
    const { ports, provider } = this.#options;
    const now = ports.clock.now();
    const flow = flowIn(session, now);
    if (!flow || answer.get("state") !== flow.state) {
      throw new Problem("expired", { messageKey: "google:expired" });
    }
    // RFC 9207: an answer that names another issuer belongs to another client.
    const iss = answer.get("iss");
    const named = iss !== null || provider.authorization_response_iss_parameter_supported;
    if (named && iss !== provider.issuer) {
      throw new Problem("invalid_input", { messageKey: "google:refused" });
    }
    await consumeOnce(`google-state:${flow.state}`, ports);
    const error = answer.get("error");
    if (!error) return flow;
    if (ACCESS_DENIED.test(error)) throw new AccessDenied();
    throw unreachable("authorization", error);
  }

  async #claims(code: string, flow: Flow): Promise<IdClaims> {
    const { provider, ports } = this.#options;
    const form = new URLSearchParams({
      grant_type: "authorization_code",
      code,
      redirect_uri: this.callbackURL,
      client_id: this.clientID,
      client_secret: this.clientSecret,
      code_verifier: flow.verifier,
    });
    const { idToken, accessToken } = await exchangeCode(this.tokenURL, form);
    const claims = await verifyIdToken(idToken, {
      provider,
      clientId: this.clientID,
      nonce: flow.nonce,
      now: ports.clock.now(),
    });
    return readUserInfo(claims, { accessToken, provider });
  }
}
