/** The beginning of a text on one line, at most `maxChars` characters, cut between two words. */
export function excerpt(text: string, maxChars: number): string {
  // Reads no more of a long text than the excerpt can need.
  const line = text
    .slice(0, 20 * maxChars)
    .replace(/\s+/g, " ")
    .trim();
  const characters = [...line];
  if (characters.length <= maxChars) return line;
  const cut = characters.slice(0, maxChars - 1).join("");
  const lastSpace = cut.lastIndexOf(" ");
  return `${lastSpace > cut.length / 2 ? cut.slice(0, lastSpace) : cut}…`;
}
