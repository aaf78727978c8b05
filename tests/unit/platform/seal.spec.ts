import { expect, test } from "@playwright/test";
import { seal, unseal } from "#lib/platform/crypto/seal.ts";

test("what was sealed opens as it was, and nothing that was changed or cut off opens at all", () => {
  const sealed = Buffer.from(seal("secret: ä"), "base64");
  expect(unseal(sealed.toString("base64"))).toBe("secret: ä");
  for (const at of [0, 12, 28, sealed.length - 1]) {
    const changed = Buffer.from(sealed);
    changed[at] = (changed[at] ?? 0) ^ 1;
    expect(() => unseal(changed.toString("base64"))).toThrow();
  }
  const nothing = Buffer.from(seal(""), "base64");
  expect(() => unseal(nothing.subarray(0, 16).toString("base64"))).toThrow();
});
