/**
 * Something on the screen that can be done: a link, a button, a field. `keys` is empty where it has
 * no shortcut.
 */
export type Command = { label: string; keys: string; element?: HTMLElement };

function labelOf(element: HTMLElement): string {
  return element.dataset.label ?? element.getAttribute("aria-label") ?? element.textContent ?? "";
}

/** The commands of this screen, each once. */
export function commandsOnScreen(): Command[] {
  const elements = [...document.querySelectorAll<HTMLElement>("[data-keys]")].filter((element) =>
    element.checkVisibility(),
  );
  const commands = elements.map((element) => ({
    label: labelOf(element).trim(),
    keys: element.dataset.keys ?? "",
    element,
  }));
  return [
    ...new Map(
      commands.toReversed().map((command) => [command.keys || command.label, command]),
    ).values(),
  ].reverse();
}

const TYPED =
  "input:not([type=checkbox], [type=radio], [type=submit]), textarea, select, [contenteditable]";

/** Whether keys go into a field, or to an open dialog: then no shortcut may fire. */
export function isTyping(target: EventTarget | null): boolean {
  return (
    document.querySelector("dialog[open]") !== null ||
    (target instanceof Element && target.closest(TYPED) !== null)
  );
}

export function run({ element }: Command): void {
  if (!element) return;
  element.scrollIntoView({ block: "nearest" });
  if (element.matches("input, textarea")) element.focus();
  else element.click();
}
