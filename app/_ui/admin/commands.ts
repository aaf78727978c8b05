/**
 * Something that can be done: on this screen – a link, a button, a field with `data-keys` – or from
 * everywhere. `keys` is empty where it has no shortcut.
 * `words` find it beside its label; `id` tells records of the same name apart.
 */
export type Command = {
  label: string;
  keys: string;
  hint?: string;
  id?: string;
  words?: string;
  run: () => void;
};

/** A text as people search for it: without case, marks and `ß`. */
export function foldText(text: string): string {
  return text.toLowerCase().replaceAll("ß", "ss").normalize("NFD").replace(/\p{M}/gu, "");
}

type Pressed = Pick<KeyboardEvent, "key" | "code" | "shiftKey">;

/** The Latin letter of a key, also on Cyrillic and Greek keyboards and with Caps Lock. */
export function keyOf({ key, code, shiftKey }: Pressed): string {
  const isLetter = /^\p{L}$/u.test(key);
  if (!isLetter) return key;
  const letter = /^[a-z]$/i.test(key) ? key : (/^Key([A-Z])$/.exec(code)?.[1] ?? key);
  return shiftKey ? letter.toUpperCase() : letter.toLowerCase();
}

/** Whether a text has every word, or beginning of one, of what is wanted. */
export function isFitting(text: string, wanted: string): boolean {
  const within = foldText(text);
  return foldText(wanted)
    .split(/\s+/)
    .every((word) => within.includes(word));
}

function labelOf(element: HTMLElement): string {
  return element.dataset.label ?? element.getAttribute("aria-label") ?? element.textContent ?? "";
}

function use(element: HTMLElement): void {
  element.scrollIntoView({ block: "nearest" });
  if (element.matches("input, textarea")) element.focus();
  else element.click();
}

/** The commands of this screen, each once. */
export function commandsOnScreen(): Command[] {
  const elements = [...document.querySelectorAll<HTMLElement>("[data-keys]")].filter((element) =>
    element.checkVisibility(),
  );
  const commands = elements.map((element) => ({
    label: labelOf(element).trim(),
    keys: element.dataset.keys ?? "",
    run: () => use(element),
  }));
  return once(commands);
}

/** Keeps the first of several commands with the same keys, then with the same name. */
export function once(commands: Command[]): Command[] {
  const byKeys = new Map<string, Command>();
  for (const command of commands) {
    const name = command.keys || command.label;
    if (!byKeys.has(name)) byKeys.set(name, command);
  }
  return [
    ...new Map([...byKeys.values()].toReversed().map((each) => [each.label, each])).values(),
  ].reverse();
}

const TYPED =
  "input:not([type=checkbox], [type=radio], [type=submit]), textarea, select, [contenteditable], [role=menu]";

/** Whether keys go into a field, or to an open dialog: then no shortcut may fire. */
export function isTyping(target: EventTarget | null): boolean {
  return (
    document.querySelector("[role=dialog], [role=alertdialog]") !== null ||
    (target instanceof Element && target.closest(TYPED) !== null)
  );
}
