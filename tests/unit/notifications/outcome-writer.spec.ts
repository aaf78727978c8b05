import { expect, test } from "@playwright/test";
import { Writer } from "#lib/notifications/sending/result-writer.ts";

test("an outcome that cannot be written takes none of the others along", async () => {
  const written: number[] = [];
  const writer = new Writer<number>(async (all) => {
    if (all.includes(13)) throw new Error("unsupported Unicode escape sequence");
    written.push(...all);
  }, new AbortController().signal);
  const all = Array.from({ length: 40 }, (_, n) => n);
  writer.note(all);
  await writer.written();
  expect(written).toEqual(all.filter((one) => one !== 13));
});
