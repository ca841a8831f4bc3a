import { cleanFileName } from "../../products/rules/file-names";
import type { OpenedDownload, OpenedFile } from "../use-cases/open-download";
import { fileResponse } from "./file-response";
import { zipResponse } from "./zip-response";

/** What a token leads to: one file, or a zip of several. A zip starts the download with its first byte. */
export async function downloadResponse(
  request: Request,
  download: OpenedDownload,
): Promise<Response> {
  if (download.kind === "file") return fileResponse(request, download);
  const { title, files, publishedAt: at, start } = download;
  if (request.method === "GET")
    await start(files.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0));
  const name = `${cleanFileName(title)}.zip`;
  return zipResponse(request, { name, at, files: files.map(zipped) });
}

function zipped(file: OpenedFile) {
  return {
    name: file.fileName,
    sizeBytes: file.sizeBytes,
    async open() {
      const read = await file.read({});
      if (read.kind !== "body") throw new Error(`zip: ${read.kind}`);
      return read.body;
    },
  };
}
