import { INTRODUCTION } from "#lib/api/openapi/introduction.ts";
import type { Reference } from "#lib/api/reference/reference.ts";
import { env } from "#lib/platform/config/env.ts";
import { Code } from "./code.tsx";
import { Method, Path } from "./operation.tsx";
import { Phrase, Prose } from "./prose.tsx";

function FailureTable({ failures }: Pick<Reference, "failures">) {
  return (
    <table>
      <caption>Statuses that are not a success</caption>
      <thead>
        <tr>
          <th scope="col">Status</th>
          <th scope="col">When</th>
        </tr>
      </thead>
      <tbody>
        {failures.map(({ status, text }) => (
          <tr key={status} id={`error-${status}`}>
            <th scope="row">{status}</th>
            <td>
              <Phrase text={text} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function perPeriod(limit: number, whom: string): string {
  return limit === 0 ? `no limit ${whom}` : `${limit} requests in 10 seconds ${whom}`;
}

/** The limits of this installation. */
function Allowed() {
  const { RATE_LIMIT_PUBLIC, RATE_LIMIT_MANAGEMENT } = env();
  const withKey = perPeriod(RATE_LIMIT_MANAGEMENT, "for a key");
  return (
    <p>
      This installation has {withKey} and {perPeriod(RATE_LIMIT_PUBLIC, "for an address")}.
    </p>
  );
}

const DETAILS: Record<string, (reference: Reference) => React.ReactNode> = {
  errors: ({ failures }) => <FailureTable failures={failures} />,
  "rate-limits": () => <Allowed />,
};

export function Chapters({ reference }: { reference: Reference }) {
  return INTRODUCTION.map(({ id, title, text }) => (
    <section key={id} id={id} aria-labelledby={`${id}-title`}>
      <h2 id={`${id}-title`}>
        <a href={`#${id}`}>{title}</a>
      </h2>
      <Prose text={text} />
      {DETAILS[id]?.(reference)}
    </section>
  ));
}

/** How somebody begins. */
export function Start({ reference: { base_url, parts } }: { reference: Reference }) {
  const first = parts.flatMap(({ operations }) => operations).find(({ id }) => id === "getStatus");
  return (
    <>
      <h1>API reference</h1>
      <p className="lead">
        Read what a status page shows, and manage everything on it. The API speaks JSON over HTTP;{" "}
        <a href="/api/v2/openapi.json">openapi.json</a> describes all of it for programs.
      </p>
      <Code title="Base URL" code={base_url} />
      {first && <Code title="A first request, without a key" code={first.curl} />}
    </>
  );
}

/** Every operation, by resource. */
export function Operations({ parts }: Pick<Reference, "parts">) {
  return (
    <section id="operations" aria-labelledby="operations-title">
      <h2 id="operations-title">
        <a href="#operations">All operations</a>
      </h2>
      {parts.map(({ slug, title, operations }) => (
        <div key={slug}>
          <h3>
            <a href={`/docs/api/${slug}`}>{title}</a>
          </h3>
          <ul className="operations">
            {operations.map((operation) => (
              <li key={operation.id} id={operation.id}>
                <Method method={operation.method} />
                <a href={`/docs/api/${slug}#${operation.id}`}>{operation.title}</a>
                <Path path={operation.path} />
              </li>
            ))}
          </ul>
        </div>
      ))}
    </section>
  );
}
