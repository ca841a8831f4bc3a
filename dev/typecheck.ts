/** `npm run typecheck`: the types of the whole project, by the compiler that `npm test` uses. */
import { checkTypes } from "./test-run/check-types";

process.exit((await checkTypes()) ? 0 : 1);
