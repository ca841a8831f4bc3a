import { type OpenIdProvider, startOpenIdProvider } from "../../dev/openid/provider";
import { freePort } from "../../dev/run/port";
import { type InProcessApp, startInProcessApp } from "./app-here";
import { type Claims, type Forgery, forgeIdToken } from "./forge-id-token";
import { HttpClient } from "./http-client";
import { PASSWORD } from "./sign-in";

const isCallback = (url: URL) => url.pathname === "/auth/google/callback";
/** As a browser says it of a link on one of our own pages. */
const FROM_OUR_PAGE = { "Sec-Fetch-Site": "same-origin" };

interface StartOptions {
  claimsInToken?: boolean;
  /** Of the app. */
  env?: Record<string, string>;
}

/** The app with a real OpenID provider in Google's place, and people on their way between them. */
export class GoogleApp {
  private constructor(
    readonly app: InProcessApp,
    readonly google: OpenIdProvider,
  ) {}

  static async start(options: StartOptions = {}): Promise<GoogleApp> {
    const port = await freePort();
    const appUrl = `http://localhost:${port}`;
    const { env, ...behaviour } = options;
    const google = await startOpenIdProvider({ port: await freePort(), appUrl, ...behaviour });
    const app = await startInProcessApp({ env: { PORT: String(port), ...google.env, ...env } });
    return new GoogleApp(app, google);
  }

  get url(): string {
    return this.app.url;
  }

  /** Somebody new at Google, who signs in there next; the provider does everything right again. */
  reset(): void {
    this.google.person = this.google.add({});
    this.google.fault = "none";
    this.google.alterToken = null;
  }

  /** Changes each ID token on its way out, and signs it anew. */
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

  /** Somebody who is in, by e-mail and password. */
  async newPerson(email = `${crypto.randomUUID()}@example.com`): Promise<HttpClient> {
    const visitor = this.newClient();
    const fields = { intent: "sign-up", email, password: PASSWORD };
    await visitor.postForm(`${this.url}/login`, fields);
    return visitor;
  }

  /** Goes to Google and comes back: the address that Google leads to, not yet visited. */
  followToCallback(visitor: HttpClient, path = "/auth/google"): Promise<string> {
    return visitor.follow(this.url + path, isCallback, FROM_OUR_PAGE);
  }

  /** The whole way, there and back. */
  async signIn(visitor: HttpClient, path?: string): Promise<Response> {
    return visitor.get(await this.followToCallback(visitor, path));
  }

  /** Uid of the person who is in, or null. */
  async uidOf(visitor: HttpClient): Promise<string | null> {
    const token = visitor.cookie(this.url, "session") ?? "";
    const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(token));
    const row = await this.row("SELECT uid FROM sessions WHERE token_hash = ?", hex(digest));
    return (row?.uid as string | undefined) ?? null;
  }

  async row(statement: string, ...values: unknown[]): Promise<Record<string, unknown> | null> {
    const database = await this.app.worker.getD1Database("DB");
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

/** What an answer's page says in its alert. */
export async function alertOf(answer: Response): Promise<string> {
  return /role="alert"[^>]*>([^<]*)/.exec(await answer.text())?.[1] ?? "";
}
