import { z } from "zod";
import { clientIpPrefix } from "../../http/rate-limit";
import { readBoundedForm } from "../../http/read-body";
import { readJson } from "../../http/read-json";
import { Problem } from "../../lib/problem";
import { MAX_INSTANCE_CHARS, MAX_KEY_CHARS } from "../rules/licence";

const MAX_BODY_BYTES = 4_096;

const instance = z.string().trim().min(1).max(MAX_INSTANCE_CHARS);
const schema = z.object({
  productId: z.string().trim().min(1).max(64),
  key: z.string().trim().min(1).max(MAX_KEY_CHARS),
  instance: instance.nullish(),
  countUse: z.boolean().nullish(),
});

/** Names of the same fields in calls that were written for other shops, which send forms. */
const OTHER_NAMES: Record<string, string> = {
  product_id: "productId",
  license_key: "key",
  instance_name: "instance",
  instance_id: "instance",
  increment_uses_count: "countUse",
};

/** The body of a licence call, as JSON or as a form. Throws `invalid_input`. */
export async function readLicenceBody(request: Request) {
  const type = request.headers.get("Content-Type") ?? "";
  const isForm = /^(application\/x-www-form-urlencoded|multipart\/form-data)/i.test(type);
  const body = isForm ? await readForm(request) : await readJson(request, schema, MAX_BODY_BYTES);
  const { productId, key, countUse } = body;
  return {
    productId,
    key,
    instance: body.instance ?? null,
    countUse: countUse ?? false,
    address: clientIpPrefix(request),
  };
}

async function readForm(request: Request): Promise<z.infer<typeof schema>> {
  const form = await readBoundedForm(request, MAX_BODY_BYTES);
  const fields: Record<string, unknown> = {};
  for (const [name, value] of form) {
    const known = OTHER_NAMES[name] ?? name;
    fields[known] = known === "countUse" ? value === "true" || value === "1" : value;
  }
  const parsed = schema.safeParse(fields);
  if (parsed.success) return parsed.data;
  throw invalid(parsed.error.issues[0]?.path.join("."));
}

/** `readLicenceBody` of a call about an installation. */
export async function readInstanceBody(request: Request) {
  const { instance, ...body } = await readLicenceBody(request);
  if (instance === null) throw invalid("instance");
  return { ...body, instance };
}

function invalid(field: string | undefined): Problem {
  return new Problem("invalid_input", field ? { field } : {});
}
