import type { Field } from "#lib/api/reference/fields.ts";
import type { Reference } from "#lib/api/reference/reference.ts";
import { Phrase } from "./prose.tsx";

type Homes = Reference["homes"];

/** Where a record is described. */
export function RecordLink({ name, homes }: { name: string; homes: Homes }) {
  return <a href={`/docs/api/${homes.get(name)}#${name}`}>{name}</a>;
}

type Marked = { extension: boolean; not_yet: boolean; so_far?: string };

/** Facts that decisions about compatibility depend on. `so_far`: the meaning of "not yet" here. */
export function Marks({ extension, not_yet, so_far = "No effect yet" }: Marked) {
  return (
    <>
      {extension && <span className="mark">Extension</span>}
      {not_yet && <span className="mark not-yet">{so_far}</span>}
    </>
  );
}

function Choices({ of }: { of: string[] }) {
  return of.map((value, index) => (
    <span key={value}>
      {index > 0 && ", "}
      <code>{value}</code>
    </span>
  ));
}

function Kinds({ kinds }: { kinds: string[] }) {
  if (kinds.length === 0) return null;
  return (
    <p className="values">
      Required for <Choices of={kinds} />.
    </p>
  );
}

function Values({ values, fallback }: Pick<Field, "values" | "fallback">) {
  if (values.length === 0 && fallback === null) return null;
  return (
    <p className="values">
      {values.length > 0 && (values.length > 1 ? "One of " : "Always ")}
      <Choices of={values} />
      {values.length > 0 && ". "}
      {fallback !== null && (
        <>
          Default <code>{fallback}</code>.
        </>
      )}
    </p>
  );
}

type Shown = {
  homes: Homes;
  /** Whether it is sent to us: then it matters which fields are required. */
  sent?: boolean;
  /** Whether what is inside is shown at once. */
  open?: boolean;
};

function Inside({ field: { name, type, fields }, open, ...shown }: { field: Field } & Shown) {
  const count = fields.length === 1 ? "1 field" : `${fields.length} fields`;
  return (
    <details open={open}>
      <summary>
        {type === "map" ? "Each entry" : count} of <code>{name}</code>
      </summary>
      <Fields fields={fields} {...shown} />
    </details>
  );
}

function FieldRow({ field, ...shown }: { field: Field } & Shown) {
  const { name, alias, type, limits, nullable, record, text, fields, required } = field;
  const facts = [type, ...(nullable ? ["or null"] : []), ...limits].join(", ");
  return (
    <li>
      <p>
        <code className="name">{name}</code> <span className="type">{facts}</span>
        {required && shown.sent && <span className="needed">required</span>}
        <Marks {...field} />
      </p>
      {text && (
        <p>
          <Phrase text={text} />
        </p>
      )}
      {alias && (
        <p>
          Also called <code>{alias}</code>.
        </p>
      )}
      {shown.sent && <Kinds kinds={field.required_for} />}
      <Values {...field} />
      {record && (
        <p>
          See <RecordLink name={record} homes={shown.homes} />.
        </p>
      )}
      {fields.length > 0 && <Inside field={field} {...shown} />}
    </li>
  );
}

export function Fields({ fields, ...shown }: { fields: Field[] } & Shown) {
  return (
    <ul className="fields">
      {fields.map((field) => (
        <FieldRow key={field.name} field={field} {...shown} />
      ))}
    </ul>
  );
}
