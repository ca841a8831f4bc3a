// The daily table of currencies on localnet: the app asks nobody outside of this machine.
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

/** Dollars of a euro. */
const DOLLARS = "1.2";

export interface LocalTable {
  url: string;
  stop(): Promise<void>;
}

/** Serves a table of today, in the form of the European Central Bank, on a free port. */
export async function startLocalTable(): Promise<LocalTable> {
  const server = createServer((_request, response) => {
    const day = new Date().toISOString().slice(0, 10);
    response.setHeader("Content-Type", "text/xml").end(currencyTable(day, DOLLARS));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/eurofxref-daily.xml`,
    async stop() {
      server.close();
      server.closeAllConnections();
      await once(server, "close");
    },
  };
}

/** @param day YYYY-MM-DD */
export function currencyTable(day: string, dollars: string): string {
  return `<?xml version="1.0" encoding="UTF-8"?>
<gesmes:Envelope xmlns:gesmes="http://www.gesmes.org/xml/2002-08-01" xmlns="http://www.ecb.int/vocabulary/2002-08-01/eurofxref">
  <gesmes:subject>Reference rates</gesmes:subject>
  <gesmes:Sender><gesmes:name>Local table</gesmes:name></gesmes:Sender>
  <Cube>
    <Cube time='${day}'>
      <Cube currency='USD' rate='${dollars}'/>
      <Cube currency='JPY' rate='180.25'/>
    </Cube>
  </Cube>
</gesmes:Envelope>
`;
}
