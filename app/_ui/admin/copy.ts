/**
 * Copies what an element shows. Browsers give the clipboard to https alone: elsewhere the text is
 * selected and copied from there, and stays selected where that is refused, too.
 * @returns whether it was copied
 */
export async function copyFrom(element: HTMLElement): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(element.textContent ?? "");
    return true;
  } catch {
    getSelection()?.selectAllChildren(element);
    return document.execCommand("copy");
  }
}
