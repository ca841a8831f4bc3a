/** Target of a `Location` or `Refresh` header, or null. */
export function redirectTarget({ headers }: Response): string | null {
  return headers.get("Location") ?? /url=(.*)/.exec(headers.get("Refresh") ?? "")?.[1] ?? null;
}

/** HTTP client with a cookie jar for each host; does not follow redirects by itself. */
export class HttpClient {
  readonly #jars = new Map<string, Map<string, string>>();

  async get(url: string, headers: Record<string, string> = {}): Promise<Response> {
    return this.#send(url, { headers });
  }

  /** Posts a form as a page of that site does. */
  async postForm(url: string, fields: Record<string, string>): Promise<Response> {
    return this.#send(url, {
      method: "POST",
      headers: { "Content-Type": "application/x-www-form-urlencoded" },
      body: new URLSearchParams(fields).toString(),
    });
  }

  async postJson(url: string, body: unknown): Promise<Response> {
    return this.#send(url, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify(body),
    });
  }

  /** Follows redirects from `url`; returns the first URL that `until` accepts. */
  async follow(
    url: string,
    until: (url: URL) => boolean,
    headers: Record<string, string> = {},
  ): Promise<string> {
    let next = url;
    for (let steps = 0; steps < 12; steps++) {
      if (until(new URL(next))) return next;
      const response = await this.get(next, headers);
      const location = redirectTarget(response);
      if (!location) throw new Error(`${next} does not redirect: ${response.status}`);
      next = new URL(location, next).href;
    }
    throw new Error(`too many redirects from ${url}`);
  }

  cookie(url: string, name: string): string | undefined {
    return this.#jar(url).get(name);
  }

  /** Deletes all cookies of that host. */
  clearCookies(url: string): void {
    this.#jar(url).clear();
  }

  setCookie(url: string, name: string, value: string): void {
    this.#jar(url).set(name, value);
  }

  async #send(url: string, init: RequestInit): Promise<Response> {
    const jar = this.#jar(url);
    const headers = new Headers(init.headers);
    headers.set("Cookie", [...jar].map(([name, value]) => `${name}=${value}`).join("; "));
    if (init.method === "POST") headers.set("Origin", new URL(url).origin);
    const response = await fetch(url, { ...init, headers, redirect: "manual" });
    for (const line of response.headers.getSetCookie()) {
      const [pair = ""] = line.split(";");
      const name = pair.slice(0, pair.indexOf("="));
      const value = pair.slice(name.length + 1);
      if (/;\s*(max-age=0|expires=thu, 01 jan 1970)/i.test(line) || value === "") jar.delete(name);
      else jar.set(name, value);
    }
    return response;
  }

  #jar(url: string): Map<string, string> {
    const { host } = new URL(url);
    const jar = this.#jars.get(host) ?? new Map<string, string>();
    this.#jars.set(host, jar);
    return jar;
  }
}
