/**
 * `npm run inbox [-- read|answer|reopen|delete ID] [--all] [--remote]`: the messages of the contact
 * form, in the database of `DATA_DIR` or in the deployed one.
 */
import { parseArgs } from "node:util";
import { remoteDatabase, type SqlDatabase, sqlDatabase } from "./backup/database";
import {
  findInInbox,
  inboxLine,
  inboxText,
  listInbox,
  removeFromInbox,
  setAnswered,
} from "./inbox/contact-inbox";
import { runCommand, StartFailure } from "./run/failure";
import { readStartSettings } from "./run/settings";
import { withExistingDatabase } from "./run/with-database";

await runCommand(async () => {
  const { values, positionals } = parseArgs({
    options: {
      all: { type: "boolean", default: false },
      remote: { type: "boolean", default: false },
    },
    allowPositionals: true,
  });
  const [command = "list", id] = positionals;
  const work = (db: SqlDatabase) => run(db, command, { id, all: values.all });
  if (values.remote) return work(remoteDatabase());
  const { dataDir } = readStartSettings(process.env);
  await withExistingDatabase(dataDir, (db) => work(sqlDatabase(db)));
});

async function run(
  db: SqlDatabase,
  command: string,
  { id, all }: { id: string | undefined; all: boolean },
): Promise<void> {
  switch (command) {
    case "list":
      return list(db, all);
    case "read":
      return console.log(inboxText(await findInInbox(db, id)));
    case "answer":
      return mark(db, id, Date.now());
    case "reopen":
      return mark(db, id, null);
    case "delete": {
      const found = await findInInbox(db, id);
      await removeFromInbox(db, found.id);
      return console.log(`Deleted ${found.id}.`);
    }
    default:
      throw new StartFailure(
        `There is no command ${command}: npm run inbox [-- read|answer|reopen|delete ID] [--all] [--remote]`,
      );
  }
}

async function list(db: SqlDatabase, all: boolean): Promise<void> {
  const messages = await listInbox(db, { all });
  for (const message of messages) console.log(inboxLine(message));
  const kind = all ? "messages, * answered" : "messages without an answer";
  console.log(`${messages.length} ${kind}.`);
}

async function mark(db: SqlDatabase, id: string | undefined, at: number | null): Promise<void> {
  const found = await findInInbox(db, id);
  await setAnswered(db, found.id, at);
  console.log(`${found.id} is ${at === null ? "not answered" : "answered"}.`);
}
