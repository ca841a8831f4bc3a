import { describe, expect, test } from "vitest";
import {
  cleanFileName,
  imageKey,
  protectedFileKey,
  protectedStoragePath,
  smallImageKey,
} from "../../../app/products/rules/file-names";

describe("names of files", () => {
  // spec: rule.product.file-key, storage.product-file
  test("the key has underscores for . # $ [ ], the path keeps the name", () => {
    expect(protectedFileKey("u1", "a.b#c$d[e].pdf")).toBe("u1_a_b_c_d_e__pdf");
    expect(protectedStoragePath("u1", "a.b#c$d[e].pdf")).toBe("protectedFiles/u1_a.b#c$d[e].pdf");
  });

  test.each([
    ["album.zip", "album.zip"],
    ["C:\\music\\album.zip", "album.zip"],
    ["../../etc/passwd", "passwd"],
    ["a\u0000b\r\n.pdf", "ab .pdf"],
    ["evil\u202efdp.exe", "evilfdp.exe"],
    ["  ..  ", "file"],
    ["", "file"],
    ["é".normalize("NFD"), "é"],
    ["half \ud83d.zip", "half .zip"],
  ])("%j becomes %j", (given, clean) => {
    expect(cleanFileName(given)).toBe(clean);
  });

  test("a long name is truncated before its extension to R2's 1,024 bytes", () => {
    const clean = cleanFileName(`${"語".repeat(400)}.tar.gz`);
    expect(clean).toMatch(/^語+\.gz$/);
    const path = protectedStoragePath("x".repeat(22), clean);
    expect(new TextEncoder().encode(path).length).toBeLessThan(1024);
  });

  // spec: storage.cover, storage.image
  test("image keys contain owner and product; a replacement has a new key", () => {
    const owner = { uid: "U", folder: "P" };
    expect(imageKey(owner, "cover", "a.png")).toBe("files/U/P/cover_a.png");
    expect(imageKey(owner, "image", "a.png", "9f")).toBe("files/U/P/image_9f-a.png");
  });

  test("the small size of an image has a key of its own, which no file name can make", () => {
    const owner = { uid: "U_1", folder: "P_1" };
    const small = smallImageKey(imageKey(owner, "cover", "a_b.png"));
    expect(small).toBe("files/U_1/P_1/coverSmall_a_b.png");
    expect(imageKey(owner, "cover", "Small_a_b.png")).not.toBe(small);
    expect(smallImageKey("files/U/banner_a.png")).toBe("files/U/banner_a.png");
  });
});
