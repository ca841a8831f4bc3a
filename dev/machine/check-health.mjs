// Ends with 1 where the shop of this machine is not well: for HEALTHCHECK, a timer or a monitor.
// Plain JavaScript, since it runs every half minute.
const { PORT = "8787" } = process.env;
try {
  const answer = await fetch(`http://127.0.0.1:${PORT}/health`, {
    signal: AbortSignal.timeout(9_000),
  });
  const { checks = {} } = await answer.json();
  const failed = Object.keys(checks).filter((name) => checks[name] === false);
  console.log(answer.ok ? "ok" : `failed: ${failed.join(", ")}`);
  process.exit(answer.ok ? 0 : 1);
} catch (error) {
  console.log(`no answer: ${error.message}`);
  process.exit(1);
}
