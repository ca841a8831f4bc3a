import { createPorts } from "./ports";
import { createWorker } from "./worker";

export { PendingTransaction } from "./pending-transaction";
export { PlatformSignatureCache } from "./platform-signature-cache";

export default createWorker(createPorts);
