import { expect, test } from "vitest";
import { answerForm } from "../../../app/http/answer-form";
import { defineForm } from "../../../app/lib/form";
import { Problem } from "../../../app/lib/problem";
import { fieldsOf } from "../../../app/ui/use-form";

const FORM = defineForm({
  email: { type: "email", required: true, refusal: "account:emailInvalid", maxChars: 30 },
  note: { maxLength: 20 },
  password: { type: "password", required: true, refusal: "account:passwordMissing" },
});
const valid = { email: " a@example.org ", note: " as typed ", password: "secret" };

function posted(fields: Record<string, string>): Request {
  const headers = { Cookie: "locale=en" };
  const body = new URLSearchParams(fields);
  return new Request("http://localhost/", { method: "POST", headers, body });
}

const checkedFields = (fields: Record<string, string>) =>
  answerForm(FORM, { request: posted(fields) }, async ({ checked }) => checked());

test("a form gives its fields as checked", async () => {
  expect(await checkedFields(valid)).toEqual({ ...valid, email: "a@example.org" });
});

test.each([
  ["nothing", {}, "email"],
  ["an invalid address", { ...valid, email: "a@b@c" }, "email"],
  ["a long address", { ...valid, email: `${"a".repeat(30)}@example.org` }, "email"],
  ["no secret", { ...valid, password: "" }, "password"],
  ["two of them", { email: "x", password: "" }, "email"],
])("a form with %s is refused with the first invalid field", async (_, fields, field) => {
  expect(await checkedFields(fields)).toMatchObject({
    init: { status: 422 },
    data: { problem: { code: "invalid_input", field } },
  });
});

test("a refusal brings back what was typed, but no password, and tells its field", async () => {
  const refused = await answerForm(FORM, { request: posted(valid) }, async () => {
    throw new Problem("conflict", { field: "note" });
  });
  expect(refused).toMatchObject({ init: { status: 409 } });
  const { problem, values } = refused.data;
  expect(values).toEqual({ email: valid.email, note: valid.note });
  const field = fieldsOf(FORM, values, problem);
  expect(field("note")).toEqual({
    name: "note",
    maxLength: 20,
    defaultValue: valid.note,
    errorId: "form-error",
  });
  expect(field("password")).toEqual({ name: "password", type: "password", required: true });
  const atFields = fieldsOf({ ...FORM, errorsAtFields: true }, values, problem);
  expect([atFields("note").error, atFields("email").error]).toEqual([problem.message, undefined]);
});

test("what is no refusal is thrown on", async () => {
  const failed = answerForm(FORM, { request: posted(valid) }, async () => {
    throw new TypeError("a fault");
  });
  await expect(failed).rejects.toThrow("a fault");
});
