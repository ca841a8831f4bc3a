import { BRAND } from "../../lib/brand";

/** Who answers for the site, in English and French, without accents. */
const ROLES = [
  ...["admins?", "administrat(?:or|ors|ion|eur|eurs|rice|rices)", "sysadmin", "superadmin", "root"],
  ...["mod", "mods", "moderat(?:or|ors|ion|eur|eurs|rice|rices)"],
  ...["operat(?:or|ors|eur|eurs|rice|rices)", "webmaster", "staff", "official", "officiel(?:le)?"],
  ...[
    "supports?",
    "helpdesk",
    "customer(?:service|care)",
    "serviceclients?",
    "assistance",
    "system",
  ],
  ...["systeme", "security", "securite", "moneyback", "refunds?team", "billing"],
];
/** Words that stand beside them. */
const FILLERS = [
  "the",
  "site",
  "team",
  "equipe",
  "service",
  "client",
  "clients",
  "customer",
  "desk",
]
  .concat(["help", "aide", "technical", "technique", "account", "compte", "chat", "live", "center"])
  .concat(["centre", "le", "la", "les", "l", "de", "du", "des", "of", "and", "et", "s", "tm"]);
/** The same words in Cyrillic and Greek. */
const FOREIGN =
  /^(?:админ(?:истратор)?|модератор|оператор|поддержка|служба|διαχειριστησ|υποστηριξη)+$/u;

const ONLY_ROLES = new RegExp(
  `^(?:${FILLERS.join("|")})*(?:${ROLES.join("|")})(?:${[...ROLES, ...FILLERS].join("|")})*$`,
);

/**
 * Letters of other scripts that are drawn like Latin ones, by the Latin letter. Capitals stand apart, for
 * Greek ones look like other letters than their small forms.
 */
const LOOKALIKES: Record<string, string> = {
  a: "аαɑᴀꭺᎪ",
  b: "вьβʙᏴ",
  c: "сϲᴄᏟ",
  d: "ԁđᴅᎠ",
  e: "еεҽᴇᎬ",
  f: "ғꜰϝ",
  g: "ɡցɢᏀ",
  h: "һհнʜᎻ",
  i: "іιıɩɪꙇᎥ",
  j: "јϳᴊᎫ",
  k: "кκᴋᏦ",
  l: "ӏłʟᏞ",
  m: "мᴍᎷ",
  n: "пηոɴ",
  o: "оοօøσᴏ",
  p: "рρᴘᏢ",
  q: "ԛ",
  r: "гʀᏒ",
  s: "ѕꜱᏚ",
  t: "тτŧᴛᎢ",
  u: "υսцᴜμ",
  v: "νѵᴠᏙ",
  w: "ԝωᴡᎳ",
  x: "хχ",
  y: "уүγʏ",
  z: "ζᴢᏃ",
};
const CAPITALS: Record<string, string> = {
  h: "Η",
  m: "Μ",
  n: "Ν",
  p: "Ρ",
  u: "Ս",
  v: "Ѵ",
  y: "Υ",
};

const invert = (lists: Record<string, string>) =>
  new Map(Object.entries(lists).flatMap(([letter, list]) => [...list].map((one) => [one, letter])));
const SMALL = invert(LOOKALIKES);
const CAPITAL = invert(CAPITALS);

/** First code points of Latin letters in a circle, in a square, and of flags, which NFKC keeps. */
const ENCLOSED = [0x1f150, 0x1f170, 0x1f1e6];

/** Digits and signs in place of letters; a 1 is an i or an l. */
const SIGNS: Record<string, string> = {
  "0": "o",
  "3": "e",
  "4": "a",
  "5": "s",
  "7": "t",
  "8": "b",
};
const MORE_SIGNS: Record<string, string> = {
  ...SIGNS,
  "@": "a",
  $: "s",
  "€": "e",
  "!": "i",
  "|": "l",
};

/**
 * True for a public name that has the brand in it, or that says nothing but who answers for the site: such
 * a seller could ask buyers for anything. Width, accents, invisible characters, signs between the letters,
 * and letters of other scripts that look the same make no difference.
 */
export function isReservedName(name: string): boolean {
  const folded = name
    .normalize("NFKD")
    .replace(/[\p{M}\p{Default_Ignorable_Code_Point}\p{Cf}]/gu, "");
  if (FOREIGN.test(folded.toLowerCase().replace(/\P{L}/gu, ""))) return true;
  const drawn = [...folded].map(toLatin).join("");
  const readings = [
    drawn,
    replaceBy({ ...MORE_SIGNS, "1": "i" }, drawn),
    replaceBy({ ...MORE_SIGNS, "1": "l" }, drawn),
  ].map((text) => text.replace(/[^a-z]/g, ""));
  return [
    ...readings,
    ...readings.map((text) => text.replaceAll("rn", "m").replaceAll("vv", "w")),
  ].some((letters) => letters.includes(BRAND.toLowerCase()) || ONLY_ROLES.test(letters));
}

function toLatin(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  const start = ENCLOSED.find((first) => code >= first && code < first + 26);
  if (start !== undefined) return String.fromCharCode(0x61 + code - start);
  const capital = CAPITAL.get(character);
  if (capital) return capital;
  const small = character.toLowerCase();
  return SMALL.get(character) ?? SMALL.get(small) ?? small;
}

function replaceBy(signs: Record<string, string>, text: string): string {
  return [...text].map((character) => signs[character] ?? character).join("");
}
