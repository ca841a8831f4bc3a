import { createPorts } from "./ports";
import { createWorker } from "./worker";

export { PendingTransaction } from "./pending-transaction";
export { PlatformSignatureCache } from "./platform-signature-cache";
export { StockWatch } from "./stock-watch";

export default createWorker(createPorts);
