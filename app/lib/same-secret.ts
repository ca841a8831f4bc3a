/** Compares digests, all bytes of them, so that the time it takes says nothing of the secret. */
export async function isSameSecret(given: string, secret: string): Promise<boolean> {
  const [one, other] = await Promise.all([digestOf(given), digestOf(secret)]);
  return one.reduce((difference, byte, at) => difference | (byte ^ (other[at] ?? 0)), 0) === 0;
}

async function digestOf(text: string): Promise<Uint8Array> {
  return new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text)));
}
