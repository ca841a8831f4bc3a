import { describe, expect, test } from "vitest";
import { NO_WIDTHS, widthsOf } from "../../../app/images/rules/image-widths";
import { coverOf, secondImageOf } from "../../../app/products/rules/cover";
import { checkImage } from "../../../app/products/use-cases/images";
import { flatPng } from "../../support/images/flat-png";
import { ANIMATED_WEBP } from "../../support/images/samples";

const shape = (width: number, height: number, frames = 1) => ({ width, height, frames });

describe("a browser may choose between two sizes", () => {
  test.each([
    ["a landscape", shape(1600, 1200), shape(640, 480)],
    ["a portrait", shape(1200, 1600), shape(480, 640)],
    ["a panorama, rounded", shape(1600, 333), shape(640, 133)],
    ["rounded twice", shape(1599, 1067), shape(640, 427)],
    ["of before, with 480 pixels", shape(1600, 1067), shape(480, 320)],
  ])("%s", (_, large, small) => {
    expect(widthsOf(large, small)).toEqual({ width: large.width, smallWidth: small.width });
  });
});

describe("a browser has no choice", () => {
  test.each([
    ["one size", shape(1600, 1200), null],
    ["an animation and its first frame", shape(1600, 1200, 2), shape(640, 480)],
    ["sizes of one width", shape(500, 375), shape(500, 375)],
    ["a small size that is larger", shape(500, 375), shape(640, 480)],
    ["a picture that its orientation turns", shape(1600, 1200), shape(480, 640)],
    ["another crop", shape(1600, 1200), shape(640, 640)],
  ])("%s", (_, large, small) => {
    expect(widthsOf(large, small)).toEqual(NO_WIDTHS);
  });
});

test("the frames of an upload are counted", () => {
  const upload = (bytes: Uint8Array<ArrayBuffer>, small: Uint8Array<ArrayBuffer>) => {
    const checked = checkImage("cover", { name: "a", bytes: bytes.buffer, small: small.buffer });
    return widthsOf(checked.large, checked.small);
  };
  expect(upload(flatPng(800, 600), flatPng(640, 480))).toEqual({ width: 800, smallWidth: 640 });
  expect(upload(Uint8Array.from(ANIMATED_WEBP), flatPng(12, 8))).toEqual(NO_WIDTHS);
});

describe("srcset", () => {
  const focus = { coverFocusX: null, coverFocusY: null };
  const ids = { coverMediaId: "large", coverSmallMediaId: "small", ...focus };
  const widths = { coverWidth: 1600, coverSmallWidth: 480 };

  test("has both sizes with their stored widths", () => {
    const srcSet = "/media/small 480w, /media/large 1600w";
    expect(coverOf({ id: "p", ...ids, ...widths }, "small")).toMatchObject({
      url: "/media/small",
      srcSet,
    });
    expect(coverOf({ id: "p", ...ids, ...widths }, "large")).toMatchObject({
      url: "/media/large",
      srcSet,
    });
    const image = { imageMediaId: "large", imageSmallMediaId: "small" };
    const shown = { imageShownWidth: 1600, imageShownHeight: 900 };
    expect(secondImageOf({ ...image, ...shown, imageWidth: 1600, imageSmallWidth: 480 })).toEqual({
      imageUrl: "/media/large",
      imageSrcSet: srcSet,
      imageSize: { width: 1600, height: 900 },
    });
  });

  test("is left out where the widths are not known, or are not read", () => {
    const unknown = { coverWidth: null, coverSmallWidth: null };
    expect(coverOf({ id: "p", ...ids, ...unknown }, "small").srcSet).toBeUndefined();
    expect(coverOf({ id: "p", ...ids }, "small").srcSet).toBeUndefined();
  });
});
