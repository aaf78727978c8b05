let last: { form: string; button: number } | null = null;

/** Which record a form is about, wherever it is rendered anew. */
function nameOf(form: HTMLFormElement): string {
  const hidden = [...form.querySelectorAll<HTMLInputElement>("[data-target]")]
    .filter(({ name }) => name !== "seen")
    .map(({ name, value }) => `${name}=${value}`);
  return [form.closest("[id]")?.id, ...hidden].join("&");
}

const buttonsOf = (form: HTMLFormElement) => [
  ...form.querySelectorAll<HTMLElement>("button[type=submit]"),
];

export function rememberSent(form: HTMLFormElement, by: HTMLElement | null): void {
  last = { form: nameOf(form), button: by ? buttonsOf(form).indexOf(by) : 0 };
}

/**
 * The focused element may be gone with what was done, or be rendered anew. Then the button that did
 * it gets the focus back, or else the screen, so that one does not start above it.
 */
export function keepFocus(): void {
  const { activeElement } = document;
  if (activeElement && activeElement !== document.body) return;
  const form = [...document.forms].find((each) => nameOf(each) === last?.form);
  const button = form && buttonsOf(form)[Math.max(last?.button ?? 0, 0)];
  const linked = location.hash && document.getElementById(location.hash.slice(1));
  const to = button ?? (linked || document.getElementById("content"));
  if (to && to !== button) to.tabIndex = -1;
  to?.focus({ preventScroll: true });
}
