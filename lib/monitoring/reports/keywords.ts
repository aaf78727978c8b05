import { type Outcome, says, unclear } from "#lib/monitoring/reports/outcome.ts";

type Keywords = { keyword_up: string | null; keyword_down: string | null };

// Scripts that part words: there "up" is not in "update".
const LETTER = /[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}\p{N}]/u;

function isLetter(text: string, index: number): boolean {
  const character = text[index];
  return character !== undefined && LETTER.test(character);
}

/** Whether a text has the keyword as words of its own, in whichever case. */
export function hasKeyword(text: string, keyword: string): boolean {
  const [where, what] = [text.toLowerCase(), keyword.trim().toLowerCase()];
  if (what === "") return false;
  for (let at = where.indexOf(what); at >= 0; at = where.indexOf(what, at + 1)) {
    const end = at + what.length;
    const begins = !isLetter(what, 0) || !isLetter(where, at - 1);
    const ends = !isLetter(what, what.length - 1) || !isLetter(where, end);
    if (begins && ends) return true;
  }
  return false;
}

type Found = { up: boolean; down: boolean };

function find(text: string, { keyword_up, keyword_down }: Keywords): Found {
  return { up: hasKeyword(text, keyword_up ?? ""), down: hasKeyword(text, keyword_down ?? "") };
}

/**
 * Reads a mail by the keywords of a service: its subject decides where it has one of them, else the
 * whole of it. Both or neither say nothing.
 */
export function readByKeywords(mail: { subject: string; text: string }, given: Keywords): Outcome {
  if (!given.keyword_up?.trim() && !given.keyword_down?.trim()) return unclear("no_keywords");
  const inSubject = find(mail.subject, given);
  const decides = inSubject.up !== inSubject.down;
  const { up, down } = decides ? inSubject : find(`${mail.subject}\n${mail.text}`, given);
  if (up && down) return unclear("both_keywords");
  if (!up && !down) return unclear("neither_keyword");
  return says(up ? "up" : "down", mail.subject);
}
