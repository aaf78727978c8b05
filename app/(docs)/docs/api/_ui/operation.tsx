import type { Field } from "#lib/api/reference/fields.ts";
import type { Operation } from "#lib/api/reference/operation.ts";
import type { Reference } from "#lib/api/reference/reference.ts";
import { Code } from "./code.tsx";
import { Fields, Marks, RecordLink } from "./fields.tsx";
import { Prose } from "./prose.tsx";

type Homes = Reference["homes"];

/** A path that breaks where its steps do. */
export function Path({ path }: { path: string }) {
  return (
    <code className="path">
      {path.split("/").map((step, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the steps of a path stay where they are
        <span key={index}>
          {index > 0 && (
            <>
              <wbr />/
            </>
          )}
          {step}
        </span>
      ))}
    </code>
  );
}

export function Method({ method }: { method: string }) {
  return <b className={`method ${method.toLowerCase()}`}>{method}</b>;
}

function Given({ title, fields, homes }: { title: string; fields: Field[]; homes: Homes }) {
  if (fields.length === 0) return null;
  return (
    <>
      <h3>{title}</h3>
      <Fields fields={fields} homes={homes} />
    </>
  );
}

function Body({ operation: { body, files, method }, homes }: Props) {
  if (files.length > 0)
    return (
      <>
        <h3>Body</h3>
        <p>The file itself, as {files.map((type) => `“${type}”`).join(" or ")}.</p>
      </>
    );
  if (!body) return null;
  const { key, others, fields } = body;
  return (
    <>
      <h3>
        Body <code>{key}</code>
      </h3>
      {others.map((other) => (
        <p key={other}>
          Or a list of such records in <code>{other}</code>.
        </p>
      ))}
      {method === "PUT" && <p className="meta">What is left out stays as it is.</p>}
      <Fields fields={fields} homes={homes} sent />
    </>
  );
}

function Errors({ operation: { errors, headers } }: Pick<Props, "operation">) {
  return (
    <p className="meta">
      Errors:{" "}
      {errors.map((status, index) => (
        <span key={status}>
          {index > 0 && ", "}
          <a href={`/docs/api#error-${status}`}>{status}</a>
        </span>
      ))}
      .{" "}
      {headers.length > 0 && (
        <>
          Honours{" "}
          {headers.map((name) => (
            <a key={name} href="/docs/api#retries">
              {name}
            </a>
          ))}
          .
        </>
      )}
    </p>
  );
}

function Answers({ operation: { answers }, homes }: Props) {
  return answers.map(({ status, record, fields, example, paged }) => (
    <div key={status}>
      <h3>
        Response <code>{status}</code>
      </h3>
      {example === null && <p>Empty.</p>}
      {example === '""' && <p>An empty text.</p>}
      {paged && (
        <p>
          A <a href="/docs/api#pagination">page</a> of the list, with <code>links</code> and{" "}
          <code>meta</code>.
        </p>
      )}
      {record && (
        <p>
          <RecordLink name={record} homes={homes} />
        </p>
      )}
      {fields.length > 0 && <Fields fields={fields} homes={homes} />}
    </div>
  ));
}

type Props = { operation: Operation; homes: Homes };

/** All about one operation: what it takes on the left, how it is called on the right. */
export function OperationShown({ operation, homes }: Props) {
  const { id, title, method, path, text, who, in_path, in_query, curl, answers } = operation;
  return (
    <section id={id} aria-labelledby={`${id}-title`} className="pair">
      <div>
        <h2 id={`${id}-title`}>
          <a href={`#${id}`}>{title}</a>
        </h2>
        <p className="call">
          <Method method={method} /> <Path path={path} />
        </p>
        <Prose text={text} />
        <p className="who">
          {who} <Marks {...operation} so_far="Answers 501 so far" />
        </p>
        <Given title="Path" fields={in_path} homes={homes} />
        <Given title="Query" fields={in_query} homes={homes} />
        <Body operation={operation} homes={homes} />
        <Answers operation={operation} homes={homes} />
        <Errors operation={operation} />
      </div>
      <div className="side">
        <Code title={`Request: ${id}`} code={curl} />
        {answers.map(({ status, example }) =>
          example === null || example === '""' ? null : (
            <Code key={status} title={`Response ${status}`} code={example} json />
          ),
        )}
      </div>
    </section>
  );
}
