import { BRAND } from "../../lib/brand";
import { Problem } from "../../lib/problem";

/** Long enough to resist guessing online; no rule about kinds of characters. */
export const PASSWORD_MIN_CHARS = 10;
/** Room for any passphrase; bounds the work of hashing. */
export const PASSWORD_MAX_CHARS = 256;

/** What is known of the person. */
interface Owner {
  email: string;
  /** The public name; empty without one. */
  name: string;
}

/** Throws `invalid_input` with the translation key of the rule that a new password breaks. */
export function assertStrongPassword(password: string, owner: Owner): void {
  const fault = passwordFault(password, owner);
  if (fault)
    throw new Problem("invalid_input", { messageKey: `account:${fault}`, field: "password" });
}

function passwordFault(
  password: string,
  owner: Owner,
): "passwordShort" | "passwordLong" | "passwordCommon" | "passwordGuessable" | null {
  if ([...password].length < PASSWORD_MIN_CHARS) return "passwordShort";
  if (password.length > PASSWORD_MAX_CHARS) return "passwordLong";
  const folded = password.toLowerCase();
  const oneCharacter = new Set(folded).size === 1;
  if (oneCharacter || COMMON_PASSWORDS.has(folded)) return "passwordCommon";
  return isGuessable(password, owner) ? "passwordGuessable" : null;
}

/**
 * True for a password of nothing but the brand, words of the name and of the address, digits and signs: all
 * of them stand on public pages or in the form.
 */
function isGuessable(password: string, { email, name }: Owner): boolean {
  const [local = "", domain = ""] = email.split("@");
  const digits = digitsOf(password);
  const rest = lettersOf(password);
  if (rest === "") return digits === digitsOf(local) && lettersOf(local) === "";
  const words = [BRAND, name, ...name.split(/\s+/), email, local, ...local.split(/[._+-]/)]
    .concat(domain, ...domain.split("."))
    .map(lettersOf)
    .filter((word) => word !== "");
  if (words.includes(rest)) return true;
  // Several of them, the longest first; single letters and pairs are in every text.
  const parts = words.filter((word) => word.length > 2).sort((a, b) => b.length - a.length);
  return parts.reduce((left, word) => left.replaceAll(word, ""), rest) === "";
}

/** In lower case, without accents. */
const lettersOf = (text: string) =>
  text
    .normalize("NFKD")
    .toLowerCase()
    .replace(/[^\p{L}]/gu, "");
const digitsOf = (text: string) => text.normalize("NFKC").replace(/\P{Nd}/gu, "");

/**
 * The most used passwords of at least ten characters, lower-cased, from published lists of leaked
 * ones. Shorter ones are rejected by their length.
 */
const COMMON_PASSWORDS: ReadonlySet<string> = new Set(
  `1234567890 0123456789 9876543210 0987654321 12345678910 123456789a a123456789 123456789q
  1q2w3e4r5t 1qaz2wsx3edc q1w2e3r4t5 q1w2e3r4t5y6 1q2w3e4r5t6y 1234qwerasdf qwer1234asdf zaq12wsxcde3
  1111111111 0000000000 1212121212 1122334455 1234512345 123123123123 111222333444 5555555555
  9999999999 7777777777 8888888888 6666666666 2222222222 3333333333 4444444444 1231231231
  147258369a 1472583690 147852369a 159753258456 7894561230 123456123456 123654789a 0123456789a
  qwertyuiop qwertyuiop1 qwertyuiop123 qwerty12345 qwerty123456 qwerty1234 azertyuiop azertyuiop1
  azerty12345 azerty123456 azerty1234 qwertzuiop asdfghjkl1 asdfghjkl123 asdfghjkl; zxcvbnm123
  qweasdzxc1 qweasdzxc123 qazwsxedcrfv 1qazxsw23edc abcdefghij abcdefghijk abcdef1234 abcd123456
  abc1234567 abcde12345 a1b2c3d4e5 a1b2c3d4e5f6 aaaaaaaaaa qqqqqqqqqq zzzzzzzzzz xxxxxxxxxx
  password10 password11 password12 password123 password1234 password12345 password123456 password01
  password99 passwordpassword mypassword mypassword1 mypassword123 newpassword newpassword1 p@ssword123
  p@ssw0rd123 passw0rd123 password1! password123! password!1 password!23 password2020 password2021
  password2022 password2023 password2024 password2025 password2026 welcome123 welcome1234 welcome12345
  motdepasse motdepasse1 motdepasse123 monmotdepasse bonjour123 bonjour1234 soleil1234 doudou1234
  loulou1234 chouchou12 marseille13 jetaime123 jetaimefort administrator administrateur admin12345
  admin123456 admin1234567 superadmin root123456 changeme123 changeme1234 letmein123 letmein1234
  iloveyou12 iloveyou123 iloveyou1234 iloveyou10 iloveyouforever ilovejesus ihateyou123 michael123
  football12 football123 football10 baseball12 baseball123 basketball basketball1 superman123 batman1234
  pokemon123 starwars123 dragon12345 monkey12345 princess12 princess123 sunshine12 sunshine123
  computer12 computer123 internet12 internet123 samsung123 charlie123 jennifer123 liverpool1 liverpool123
  manchester chocolate1 chocolate12 butterfly1 butterfly12 strawberry elizabeth1 alexander1 christian1
  christopher christopher1 minecraft1 minecraft123 playstation playstation3 counterstrike spiderman1
  motherfucker fuckyou123 fuckyou1234 blink182182 abcdefg123 abcdefgh12 test123456 test1234567 testtest123
  testing123 testing1234 qwerty7890 1234abcd1234 12345qwert 12345qwerty 123456qwerty 1234567qwerty
  secret1234 secret12345 default123 default1234 database123 solana1234 bitcoin123 bitcoin1234 phantom123`
    .split(/\s+/)
    .filter((word) => word.length >= 10),
);
