// Ends the children of a start command that was killed. Standard input is a pipe from that command:
// it closes when the command ends, for whatever reason. One such process runs beside every app, so
// that it loads the TypeScript compiler and the other modules only when it has work to do.
const [lock = "", holder = "{}"] = process.argv.slice(2);

process.stdin.resume();
process.stdin.on("end", async () => {
  const { register } = await import("tsx/esm/api");
  register();
  const { endLeftoversOf } = await import("./data-lock.ts");
  await endLeftoversOf(JSON.parse(holder), lock);
  process.exit(0);
});
