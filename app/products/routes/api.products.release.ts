import type { ActionFunctionArgs } from "@remix-run/cloudflare";
import { z } from "zod";
import { readJson } from "../../http/read-json";
import { requireViewerJson } from "../../http/viewer";
import { limitUploads } from "../http/limit-uploads";
import { withPlan } from "../http/seller";
import { prepareRelease } from "../use-cases/prepare-release";

/** A hundred files with long names. */
const MAX_JSON_BYTES = 256 * 1024;

const bytes = z.int().nonnegative();
const name = z.string().min(1).max(1_000);

/** A file that the product has, by its key, or one to upload. */
const file = z.union([
  z.object({ key: z.string().min(1).max(400), name }),
  z.object({
    name,
    sizeBytes: bytes,
    contentType: z.string().max(200).default(""),
    modifiedAt: bytes.nullable().default(null),
  }),
]);

const schema = z.object({
  note: z.string().max(10_000).default(""),
  files: z.array(file).max(1_000),
});

/**
 * PUT: all files of the next release in order, with the seller's note. Answers with the state of each upload; the
 * release goes on sale with the last of them.
 */
export async function action({ request, params, context }: ActionFunctionArgs) {
  const viewer = await requireViewerJson({ request, context });
  await limitUploads({ request, context }, viewer);
  const { note, files } = await readJson(request, schema, MAX_JSON_BYTES);
  const seller = await withPlan(viewer, context);
  const input = { seller, productId: params.pid ?? "", note, files };
  return Response.json(await prepareRelease(input, context.ports));
}
