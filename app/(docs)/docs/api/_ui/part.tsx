import type { Part, RecordDoc, Reference } from "#lib/api/reference/reference.ts";
import { Code } from "./code.tsx";
import { Fields } from "./fields.tsx";
import { OperationShown } from "./operation.tsx";
import { Prose } from "./prose.tsx";

type Homes = Reference["homes"];

function RecordSection({ record: { name, fields, example }, homes }: RecordProps) {
  return (
    <section id={name} aria-labelledby={`${name}-title`} className="pair">
      <div>
        <h2 id={`${name}-title`}>
          <a href={`#${name}`}>{name}</a>
        </h2>
        <p className="meta">What responses contain.</p>
        <Fields fields={fields} homes={homes} />
      </div>
      <div className="side">
        <Code title={name} code={example} json />
      </div>
    </section>
  );
}

type RecordProps = { record: RecordDoc; homes: Homes };

/** A resource: its operations, then the records they return. */
export function PartShown({ part, homes }: { part: Part; homes: Homes }) {
  const { title, text, operations, records } = part;
  return (
    <>
      <h1>{title}</h1>
      <div className="lead">
        <Prose text={text} />
      </div>
      {operations.map((operation) => (
        <OperationShown key={operation.id} operation={operation} homes={homes} />
      ))}
      {records.map((record) => (
        <RecordSection key={record.name} record={record} homes={homes} />
      ))}
    </>
  );
}
