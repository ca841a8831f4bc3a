/**
 * Streams a file into R2 in parts, and out again. `PUT /` starts an upload, `PUT /?uploadId&part`
 * stores a part, `POST /?uploadId` joins the parts of its body, `GET /` streams the file or the range
 * that the request asks for.
 */
export default {
  async fetch(request: Request, { FILES }: { FILES: R2Bucket }): Promise<Response> {
    const { pathname: key, searchParams } = new URL(request.url);
    const uploadId = searchParams.get("uploadId");
    if (request.method === "PUT" && uploadId === null) {
      return new Response((await FILES.createMultipartUpload(key)).uploadId);
    }
    if (request.method === "PUT" && request.body) {
      const upload = FILES.resumeMultipartUpload(key, uploadId ?? "");
      return Response.json(await upload.uploadPart(Number(searchParams.get("part")), request.body));
    }
    if (request.method === "POST") {
      const parts = (await request.json()) as R2UploadedPart[];
      await FILES.resumeMultipartUpload(key, uploadId ?? "").complete(parts);
      return new Response(null, { status: 204 });
    }
    const range = request.headers.has("Range") ? request.headers : undefined;
    const object = await FILES.get(key, { range });
    if (object === null) return new Response(null, { status: 404 });
    return new Response(object.body, { status: range ? 206 : 200 });
  },
};
