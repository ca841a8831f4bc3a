import { literal, type SqlDatabase } from "../backup/database";
import { StartFailure } from "../run/failure";

/**
 * Lets a person offer free products before their first sale. Returns their uid.
 *
 * @param person e-mail address or uid
 * @throws StartFailure where no open account, or more than one, has it
 */
export async function allowFree(db: SqlDatabase, person: string): Promise<string> {
  const name = person.trim();
  if (name === "") throw new StartFailure("Whom? npm run allow-free -- <e-mail or uid> [--remote]");
  const address = literal(name.toLowerCase());
  const found = await db.query(`SELECT uid FROM users WHERE deleted_at IS NULL AND (
    uid = ${literal(name)} OR lower(email) = ${address}
    OR uid IN (SELECT uid FROM password_credentials WHERE email = ${address})) LIMIT 2`);
  const [one, other] = found;
  if (!one) throw new StartFailure(`No open account has ${name}.`);
  if (other) throw new StartFailure(`More than one account has ${name}: give a uid.`);
  const uid = String(one.uid);
  await db.execute([`UPDATE users SET may_give_free = 1 WHERE uid = ${literal(uid)}`]);
  return uid;
}
