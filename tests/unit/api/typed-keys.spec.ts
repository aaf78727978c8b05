import { expect, test } from "@playwright/test";
import { foldText, isFitting, keyOf } from "#app/_ui/admin/commands.ts";

test("a shortcut is its key's letter on every keyboard, and with Caps Lock", () => {
  const presses: [key: string, code: string, shiftKey: boolean, typed: string][] = [
    ["n", "KeyN", false, "n"],
    ["т", "KeyN", false, "n"],
    ["ν", "KeyN", false, "n"],
    ["N", "KeyN", false, "n"],
    ["n", "KeyN", true, "N"],
    ["q", "KeyA", false, "q"],
    ["é", "Digit2", false, "é"],
    ["?", "Slash", true, "?"],
    ["Enter", "Enter", false, "Enter"],
  ];
  for (const [key, code, shiftKey, typed] of presses)
    expect(keyOf({ key, code, shiftKey }), key).toBe(typed);
});

test("a search finds names without their marks, case and sharp s", () => {
  for (const wanted of ["zurich", "strasse", "ZÜRICH Straße", "stras zur"])
    expect(isFitting("Zürich Straße 1", wanted), wanted).toBe(true);
  expect(isFitting("Zürich", "zürichs")).toBe(false);
  expect(foldText("Ærø Ĺ́ ıİ")).toBe("ærø l ıi");
});
