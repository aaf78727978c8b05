import { Children, type ReactNode, useId } from "react";

type Props = { title: string; empty: string; children: ReactNode };

/** A short list beside the incidents. */
export function Part({ title, empty, children }: Props) {
  const id = useId();
  const hasAny = Children.count(children) > 0;
  return (
    <section aria-labelledby={id} className="text-sm">
      <h2 id={id} className="mb-1 font-semibold text-base">
        {title}
      </h2>
      {hasAny ? (
        <ul className="divide-y divide-line border-line border-y">{children}</ul>
      ) : (
        <p className="text-muted">{empty}</p>
      )}
    </section>
  );
}
