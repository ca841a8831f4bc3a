import { type OpenIdProvider, startOpenIdProvider } from "../../dev/openid/provider";
import { localDatabase } from "../../dev/run/local-database";
import { freePort } from "../../dev/run/port";
import { type InProcessApp, type InProcessOptions, startInProcessApp } from "./app-here";
import { type Claims, type Forgery, forgeIdToken } from "./forge-id-token";
import { HttpClient } from "./http-client";
import { PASSWORD } from "./sign-in";

const isCallback = (url: URL) => url.pathname === "/auth/google/callback";
/** Header that a browser sends for a link on a page of the app. */
const SAME_ORIGIN_HEADERS = { "Sec-Fetch-Site": "same-origin" };

interface StartOptions extends Pick<InProcessOptions, "env" | "chain"> {
  claimsInToken?: boolean;
}

/** The app with an OpenID provider in place of Google, and clients that sign in through it. */
export class GoogleApp {
  private constructor(
    readonly app: InProcessApp,
    readonly google: OpenIdProvider,
  ) {}

  static async start(options: StartOptions = {}): Promise<GoogleApp> {
    const port = await freePort();
    const appUrl = `http://localhost:${port}`;
    const { env, chain, ...behaviour } = options;
    const google = await startOpenIdProvider({ port: await freePort(), appUrl, ...behaviour });
    const app = await startInProcessApp({
      env: { PORT: String(port), ...google.env, ...env },
      ...(chain && { chain }),
    });
    return new GoogleApp(app, google);
  }

  get url(): string {
    return this.app.url;
  }

  /** A new Google account signs in next; the provider has no fault. */
  reset(): void {
    this.google.person = this.google.add({});
    this.google.fault = "none";
    this.google.alterToken = null;
  }

  /** Changes each ID token that the provider issues, and signs it again. */
  alterTokens(change: (claims: Claims) => Forgery): void {
    const { signingKey, env } = this.google;
    this.google.alterToken = (token) =>
      forgeIdToken(token, change, signingKey, env.GOOGLE_CLIENT_SECRET);
  }

  newClient(): HttpClient {
    const visitor = new HttpClient();
    visitor.setCookie(this.url, "locale", "en");
    return visitor;
  }

  /** A client signed in by e-mail and password. */
  async newPerson(email = `${crypto.randomUUID()}@example.com`): Promise<HttpClient> {
    const visitor = this.newClient();
    const fields = { intent: "sign-up", email, password: PASSWORD };
    await visitor.postForm(`${this.url}/login`, fields);
    return visitor;
  }

  /** Follows the redirects through Google; returns the callback URL without requesting it. */
  followToCallback(visitor: HttpClient, path = "/auth/google"): Promise<string> {
    return visitor.follow(this.url + path, isCallback, SAME_ORIGIN_HEADERS);
  }

  /** Signs in through Google; returns the answer of the callback. */
  async signIn(visitor: HttpClient, path?: string): Promise<Response> {
    return visitor.get(await this.followToCallback(visitor, path));
  }

  /** Uid of the session, or null. */
  async uidOf(visitor: HttpClient): Promise<string | null> {
    const token = visitor.cookie(this.url, "session") ?? "";
    const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(token));
    const row = await this.row("SELECT uid FROM sessions WHERE token_hash = ?", hex(digest));
    return (row?.uid as string | undefined) ?? null;
  }

  async row(statement: string, ...values: unknown[]): Promise<Record<string, unknown> | null> {
    const database = localDatabase(this.app.worker);
    return database
      .prepare(statement)
      .bind(...values)
      .first();
  }

  async stop(): Promise<void> {
    await this.app.stop();
    await this.google.stop();
  }
}

function hex(bytes: ArrayBuffer): string {
  return Buffer.from(bytes).toString("hex");
}

/** Text of the alert in an HTML answer. */
export async function alertOf(answer: Response): Promise<string> {
  return /role="alert"[^>]*>([^<]*)/.exec(await answer.text())?.[1] ?? "";
}
