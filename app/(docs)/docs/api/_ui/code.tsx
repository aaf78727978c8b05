import { type ReactNode, useId } from "react";

const STRING = /("(?:[^"\\]|\\.)*")(\s*:)?/g;

/** JSON with its strings set off: what they name stays as it is. */
function coloured(code: string): ReactNode[] {
  const parts: ReactNode[] = [];
  let at = 0;
  for (const found of code.matchAll(STRING)) {
    const [whole, text, isName] = found;
    if (isName) continue;
    parts.push(code.slice(at, found.index), <i key={found.index}>{text}</i>);
    at = found.index + whole.length;
  }
  return [...parts, code.slice(at)];
}

/** Something to copy. `title` says what it is. */
export function Code({ title, code, json }: { title: string; code: string; json?: boolean }) {
  const id = useId();
  return (
    <figure className="code">
      <figcaption>
        <span id={id}>{title}</span>
        <button type="button" className="copy" hidden aria-describedby={id}>
          Copy
        </button>
      </figcaption>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard scrolls it */}
      <pre tabIndex={0}>
        <code>{json ? coloured(code) : code}</code>
      </pre>
    </figure>
  );
}
