/**
 * `npm run simulate -- --seed 17`: runs the product in virtual time, with the people and faults that the
 * seed draws, and judges it. `--help` lists the other forms.
 */
import { runSimulateCommand } from "./simulator/cli/command";

process.exitCode = await runSimulateCommand(process.argv.slice(2));
