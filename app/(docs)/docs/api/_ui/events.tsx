import { DELIVERIES } from "#lib/api/openapi/introduction.ts";
import type { Event, Reference } from "#lib/api/reference/reference.ts";
import { Code } from "./code.tsx";
import { Fields, Marks } from "./fields.tsx";
import { Prose } from "./prose.tsx";

function EventSection({ event, homes }: { event: Event; homes: Reference["homes"] }) {
  const { name, summary, fields, example, not_yet } = event;
  return (
    <section id={name} aria-labelledby={`${name}-title`} className="pair">
      <div>
        <h2 id={`${name}-title`}>
          <a href={`#${name}`}>
            <code>{name}</code>
          </a>
        </h2>
        <p>
          {summary}. <Marks extension={false} not_yet={not_yet} so_far="Never sent so far" />
        </p>
        <h3>
          Fields of <code>data</code>
        </h3>
        <Fields fields={fields} homes={homes} open />
      </div>
      <div className="side">
        <Code title={`Body of ${name}`} code={example} json />
      </div>
    </section>
  );
}

/** How events arrive, and each with its payload. */
export function EventsShown({ reference: { events, homes } }: { reference: Reference }) {
  return (
    <>
      <h1>Webhook events</h1>
      <div className="lead">
        <p>
          A <a href="/docs/api/webhooks">webhook</a> receives a POST for each event that it is set
          up for.
        </p>
      </div>
      {DELIVERIES.map(({ id, title, text }) => (
        <section key={id} id={id} aria-labelledby={`${id}-title`}>
          <h2 id={`${id}-title`}>
            <a href={`#${id}`}>{title}</a>
          </h2>
          <Prose text={text} />
        </section>
      ))}
      {events.map((event) => (
        <EventSection key={event.name} event={event} homes={homes} />
      ))}
    </>
  );
}
