import type { ReactNode } from "react";
import { EMPTY, type FormState } from "#lib/core/forms/state.ts";
import { sentForm } from "#lib/core/request/request-scope.ts";
import type { View } from "#lib/site/view/view.ts";

/** Values and errors of the form that this document answers. */
export function formState(): FormState {
  return sentForm()?.state ?? EMPTY;
}

/** A form of a page. `company` is for programs: people do not see it. */
export function PageForm({
  view: { visit },
  action,
  token,
  children,
}: {
  view: Pick<View, "visit">;
  action: (form: FormData) => Promise<void>;
  token?: string;
  children: ReactNode;
}) {
  return (
    <form action={action} className="form" noValidate>
      <input type="hidden" name="locale" value={visit.locale} />
      <input type="hidden" name="lang" value={visit.chosen ?? ""} />
      {token && <input type="hidden" name="token" value={token} />}
      {children}
    </form>
  );
}

/** The error of the whole form. */
export function Problem() {
  const { message } = formState();
  return message && <p role="alert">{message}</p>;
}

export function FieldProblem({ name }: { name: string }) {
  const problem = formState().fields[name];
  return (
    problem && (
      <p className="wrong" id={`${name}-wrong`}>
        {problem}
      </p>
    )
  );
}

type FieldProps = {
  name: string;
  label: string;
  hint?: string;
  type?: "email" | "tel" | "url" | "text";
  autoComplete?: string;
};

/** A field with what was typed before, what it is for, and what is wrong with it. */
export function Field({ name, label, hint, type = "text", autoComplete = "off" }: FieldProps) {
  const { values, fields } = formState();
  const isWrong = fields[name] !== undefined;
  const told = [hint && `${name}-hint`, isWrong && `${name}-wrong`].filter(Boolean).join(" ");
  return (
    <div className="field">
      <label htmlFor={name}>{label}</label>
      <input
        id={name}
        name={name}
        type={type}
        autoComplete={autoComplete}
        autoCapitalize="none"
        spellCheck={false}
        defaultValue={values[name]?.[0]}
        aria-describedby={told || undefined}
        {...(isWrong && { "aria-invalid": true })}
      />
      <FieldProblem name={name} />
      {hint && (
        <p className="hint" id={`${name}-hint`}>
          {hint}
        </p>
      )}
    </div>
  );
}

export function Trap() {
  return (
    <div className="trap" aria-hidden="true">
      <input name="company" tabIndex={-1} autoComplete="off" aria-label="Leave this empty" />
    </div>
  );
}

type OptionProps = {
  name: string;
  value: string;
  label: ReactNode;
  hint?: string;
  checked: boolean;
  kind?: "radio" | "checkbox";
};

export function Option({ name, value, label, hint, checked, kind = "radio" }: OptionProps) {
  return (
    <label className="option">
      <input type={kind} name={name} value={value} defaultChecked={checked} />
      <span>
        {label}
        {hint && <small>{hint}</small>}
      </span>
    </label>
  );
}
