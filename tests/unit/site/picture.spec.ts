import { expect, test } from "@playwright/test";
import sharp from "sharp";
import { palette } from "#lib/pages/branding/theme.ts";
import { parseSettings } from "#lib/pages/schema.ts";
import { type Card, canSet, draft } from "#lib/site/picture/card.ts";
import { drawPicture } from "#lib/site/picture/read.ts";

const card = (text: string, given: Partial<Card> = {}): Card => ({
  state: "major",
  brand: "Acme",
  text,
  details: ["22 November, 14:02 CET"],
  colors: palette(parseSettings({}), "light"),
  ...given,
});

test("texts in Latin, Cyrillic and Greek can be set, others cannot", () => {
  for (const text of ["Zażółć gęślą jaźń", "Платежі не працюють", "Η υπηρεσία", "Không có sự cố"])
    expect(canSet(text), text).toBe(true);
  for (const text of ["正常に稼働", "정상", "تعمل", "🔥 on fire"])
    expect(canSet(text), text).toBe(false);
});

test("a picture whose sentence cannot be set shows the state without a word", () => {
  const words = JSON.stringify(draft(card("サービスが停止しています")));
  expect(words).not.toMatch(/Acme|CET|停止/);
  expect(words).toContain("circle");
  expect(JSON.stringify(draft(card("Payments are down", { brand: "山田" })))).toContain("are down");
});

test("a picture is a PNG of the size that previews ask for, whatever is written, and small", async () => {
  for (const text of ["Payments are down", "x".repeat(5_000), "システム", "<script>&\u0000"]) {
    const png = await drawPicture(card(text));
    const { format, width, height } = await sharp(png).metadata();
    expect([format, width, height]).toEqual(["png", 1200, 630]);
    expect(png.length).toBeLessThan(100_000);
  }
});
