import type { ReadableMail } from "#lib/monitoring/reports/report-parser.ts";
import {
  type Interpretation,
  notUnderstood,
  understoodAs,
} from "#lib/monitoring/reports/schema.ts";

type Keywords = { keyword_up: string | null; keyword_down: string | null };

// Only these scripts separate words: there "up" must not match in "update".
const LETTER = /[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}\p{N}\p{M}]/u;
const HYPHEN = /[-_\u2010\u2011]/;
// Their words are names: `https://shop.example/up`, `up@shop.example`, `up.shop.example`.
// Each begins where its run of letters does: beginning at every letter takes quadratic time.
const ADDRESS = new RegExp(
  [
    String.raw`(?<![a-z\d+.-])[a-z\d+.-]+:\/\/\S+`,
    String.raw`(?<![\w.+-])[\w.+-]+@[\w-]+\.[\w.-]+`,
    String.raw`(?<![\p{L}\p{N}_-])[\p{L}\p{N}_-]+(?:\.[\p{L}\p{N}_-]+){2,}`,
  ].join("|"),
  "giu",
);

function isLetter(text: string, index: number): boolean {
  const character = text[index];
  return character !== undefined && LETTER.test(character);
}

/** Whether the word goes on beyond a letter at the edge of a keyword, also after a hyphen. */
function goesOn(text: string, index: number, step: 1 | -1): boolean {
  return isLetter(text, index) || (HYPHEN.test(text[index] ?? "") && isLetter(text, index + step));
}

/** One spelling of letters and blanks. */
function plain(text: string): string {
  return text
    .normalize("NFC")
    .replaceAll(/&nbsp;|&#160;/gi, " ")
    .replaceAll(/[\u00ad\u200b-\u200d\u2060\ufeff]/g, "")
    .replaceAll(/\s+/g, " ")
    .trim()
    .toLowerCase();
}

/** Where a plain text first has the keyword as words of its own; -1: nowhere. */
function findKeyword(text: string, keyword: string): number {
  if (keyword === "") return -1;
  for (let at = text.indexOf(keyword); at >= 0; at = text.indexOf(keyword, at + 1)) {
    const end = at + keyword.length;
    const begins = !isLetter(keyword, 0) || !goesOn(text, at - 1, -1);
    const ends = !isLetter(keyword, keyword.length - 1) || !goesOn(text, end, 1);
    if (begins && ends) return at;
  }
  return -1;
}

type Said = "up" | "down" | "both" | null;
type Words = { up: string; down: string };

/** The first keyword decides; of two at one place, the longer. */
function saidFirst(text: string, { up, down }: Words): Said {
  const where = plain(text);
  const found = { up: findKeyword(where, up), down: findKeyword(where, down) };
  if (found.up < 0 && found.down < 0) return null;
  if (found.up < 0 || found.down < 0) return found.up < 0 ? "down" : "up";
  if (found.up !== found.down) return found.up < found.down ? "up" : "down";
  if (up.length === down.length) return "both";
  return up.length > down.length ? "up" : "down";
}

/** One keyword may contain the other, such as "not reachable". */
function saidAnywhere(text: string, { up, down }: Words): Said {
  const where = plain(text);
  const has = (word: string, other: string) => {
    const isWithin = other.length > word.length && other.includes(word);
    return findKeyword(isWithin ? where.replaceAll(other, " ") : where, word) >= 0;
  };
  const [isUp, isDown] = [has(up, down), has(down, up)];
  if (isUp && isDown) return "both";
  if (isUp) return "up";
  return isDown ? "down" : null;
}

/** Without addresses, unless a keyword may be part of one. */
function readable(text: string, { up, down }: Words): string {
  return /[.@/]/.test(up + down) ? text : text.replace(ADDRESS, " ");
}

/** Subject, then text, then what only HTML says, then a mail forwarded in it. */
function saidIn(mail: ReadableMail, words: Words): Said {
  return (
    saidFirst(readable(mail.subject, words), words) ??
    saidAnywhere(readable(`${mail.subject}\n${mail.text}`, words), words) ??
    saidAnywhere(readable(mail.html ?? "", words), words) ??
    (mail.forwarded ? saidIn(mail.forwarded, words) : null)
  );
}

/**
 * Reads a mail by the service's keywords. The first in the subject decides; without one, both or
 * neither in the text mean nothing.
 */
export function readByKeywords(mail: ReadableMail, given: Keywords): Interpretation {
  const words = { up: plain(given.keyword_up ?? ""), down: plain(given.keyword_down ?? "") };
  if (words.up === "" && words.down === "") return notUnderstood("no_keywords");
  const said = saidIn(mail, words);
  if (said === "both") return notUnderstood("both_keywords");
  return said ? understoodAs(said, mail.subject) : notUnderstood("neither_keyword");
}
