import { expect, test } from "@playwright/test";
import { DIRECTIVES } from "#lib/core/fields/time.ts";
import { strftime } from "#lib/site/words/strftime.ts";

const AT = new Date("2026-01-04T09:05:07Z");
const inBerlin = (format: string) => strftime(format, AT, "Europe/Berlin", "en");

test("every directive that a setting takes is known", () => {
  for (const letter of DIRECTIVES) expect(inBerlin(`%${letter}`), letter).not.toContain("%");
});

test("directives say what strftime says of them", () => {
  const said: [string, string][] = [
    ["%F %T", "2026-01-04 10:05:07"],
    ["%D %R", "01/04/26 10:05"],
    ["%-d. %B %Y, %-I:%M %P", "4. January 2026, 10:05 am"],
    ["%j %u %w %U %W %V %G %g %C", "004 7 0 01 00 01 2026 26 20"],
    ["%z %s %h%%", "+0100 1767517507 Jan%"],
  ];
  for (const [format, text] of said) expect([format, inBerlin(format)]).toEqual([format, text]);
});
