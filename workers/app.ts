import { createPorts } from "./ports";
import { createWorker } from "./worker";

export { PendingTransaction } from "./pending-transaction";

export default createWorker(createPorts);
