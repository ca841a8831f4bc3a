/**
 * Ends the children of a start command that was killed. Standard input is a pipe from that command:
 * it closes when the command ends, for whatever reason.
 */
import { endLeftovers } from "./data-lock";
import { isAlive, type ProcessMark } from "./processes";

const HOLDER_EXIT_TIMEOUT_MS = 5_000;

const [lock = "", holder = "{}"] = process.argv.slice(2);
const mark = JSON.parse(holder) as ProcessMark;

process.stdin.resume();
process.stdin.on("end", async () => {
  // The pipe closes shortly before the process has ended.
  const until = Date.now() + HOLDER_EXIT_TIMEOUT_MS;
  while (isAlive(mark) && Date.now() < until) await new Promise((done) => setTimeout(done, 20));
  await endLeftovers(lock);
  process.exit(0);
});
