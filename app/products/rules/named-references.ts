/**
 * Takes the place of the package `decode-named-character-reference` in the Worker, whose 2,125 names are 13 KB of the
 * upload: descriptions have no references (`parse-description.ts`), and `&amp;` is shown as typed.
 */
export function decodeNamedCharacterReference(_name: string): false {
  return false;
}
