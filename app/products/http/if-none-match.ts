/** True where the client's cached copy is current (RFC 9110, section 13.1.2): answer 304. */
export function isNotModified(request: Request, etag: string): boolean {
  const known = request.headers.get("If-None-Match")?.split(",") ?? [];
  return known.some((tag) => ["*", etag].includes(tag.trim().replace(/^W\//, "")));
}
