import { createPorts } from "./ports";
import { createWorker } from "./worker";

export { PendingTransaction } from "./pending-transaction";
export { PlatformSignatureCache } from "./sales-feed";

export default createWorker(createPorts);
