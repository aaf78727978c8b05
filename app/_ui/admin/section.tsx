import type { ReactNode } from "react";

type Props = { title: string; text?: ReactNode; children: ReactNode; isDanger?: boolean };

/** A part of a long form: what it is about beside its fields, above them on a phone. */
export function Section({ title, text, children, isDanger = false }: Props) {
  return (
    <section className="grid gap-x-10 gap-y-4 border-line border-t py-6 lg:grid-cols-[14rem_minmax(0,34rem)]">
      <div>
        <h2 className={`font-semibold ${isDanger ? "text-major" : ""}`}>{title}</h2>
        {text && <p className="mt-1 text-muted text-sm">{text}</p>}
      </div>
      <div className="min-w-0 space-y-5">{children}</div>
    </section>
  );
}

/** Stays in sight at the end of a long form. */
export function FormFoot({ children }: { children: ReactNode }) {
  return (
    <div className="form-foot z-5 -mx-4 flex flex-wrap items-center gap-2 border-line border-t bg-ground px-4 py-3 md:-mx-8 md:px-8">
      {children}
    </div>
  );
}
