/**
 * Outlives the start command by a moment. Its standard input is a pipe from that command: when the
 * pipe closes, however that process ended, what it started is ended too.
 */
import { endLeftovers } from "./run/data-lock";
import { isAlive, type ProcessMark } from "./run/processes";

const [lock = "", holder = "{}"] = process.argv.slice(2);
const mark = JSON.parse(holder) as ProcessMark;

process.stdin.resume();
process.stdin.on("end", async () => {
  // The pipe closes a moment before the process is gone.
  const until = Date.now() + 5_000;
  while (isAlive(mark) && Date.now() < until) await new Promise((done) => setTimeout(done, 20));
  await endLeftovers(lock);
  process.exit(0);
});
