const LONGEST_MS = 5_000;

let caught = "";
let stop = () => {};

/**
 * A user who asks for a field by a key types on before it is there: from now on that is kept for
 * it instead of being lost or taken for shortcuts.
 */
export function catchTyping(): void {
  stop();
  caught = "";
  const press = (event: KeyboardEvent) => {
    const isModified = event.ctrlKey || event.metaKey || event.altKey || event.isComposing;
    const isInField = event.target instanceof Element && event.target.matches("input, textarea");
    if (event.key === "Escape" || isInField) return stop();
    if (isModified) return;
    if (event.key === "Backspace") caught = caught.slice(0, -1);
    else if (event.key.length === 1) caught += event.key;
    else return;
    event.preventDefault();
    event.stopImmediatePropagation();
  };
  addEventListener("keydown", press, true);
  const timer = setTimeout(() => stop(), LONGEST_MS);
  stop = () => {
    clearTimeout(timer);
    removeEventListener("keydown", press, true);
    stop = () => {};
  };
}

/** Keys typed for a field, once it has the focus. */
export function takeTyped(): string {
  const typed = caught;
  caught = "";
  stop();
  return typed;
}
