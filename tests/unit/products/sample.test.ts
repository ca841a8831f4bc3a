import { expect, test } from "vitest";
import {
  detectSampleType,
  MAX_SAMPLE_BYTES,
  sampleProblem,
} from "../../../app/products/rules/sample";
import { NO_SAMPLES, SAMPLES } from "../../support/samples";

test.each(SAMPLES)("%s is known by its first bytes", (_name, bytes, contentType) => {
  const kind = contentType.split("/")[0];
  expect(detectSampleType(bytes)).toEqual({ kind, contentType });
});

test.each(NO_SAMPLES)("%s is refused, whatever its name says", (name, bytes) => {
  expect(sampleProblem(name, bytes.length, detectSampleType(bytes))).toEqual({
    messageKey: "sample_unreadable",
    params: { name },
  });
});

test("every beginning of a file is judged, however short", () => {
  for (const [, bytes] of [...SAMPLES, ...NO_SAMPLES])
    for (let size = 0; size < 48; size += 1)
      expect(() => detectSampleType(bytes.subarray(0, size))).not.toThrow();
});

test("an image has the limit of images, what is played 20 MB", () => {
  const problemOf = (kind: "audio" | "image", sizeBytes: number) =>
    sampleProblem("a", sizeBytes, { kind, contentType: "any" })?.messageKey ?? null;
  expect(problemOf("audio", MAX_SAMPLE_BYTES)).toBeNull();
  expect(problemOf("audio", MAX_SAMPLE_BYTES + 1)).toBe("sample_too_large");
  expect(problemOf("image", 5 * 1024 * 1024)).toBeNull();
  expect(problemOf("image", 5 * 1024 * 1024 + 1)).toBe("image_too_large");
  expect(problemOf("audio", 0)).toBe("sample_empty");
});
