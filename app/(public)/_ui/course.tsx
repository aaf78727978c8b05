import type { PublicIncident } from "#lib/site/snapshot/incidents.ts";
import { courseParts } from "#lib/site/view/course.ts";
import type { View } from "#lib/site/view/view.ts";

/** How an incident went, where that is more than from when to when. */
export function Course({ incident, view }: { incident: PublicIncident; view: View }) {
  const parts = courseParts(incident, view);
  if (parts.length === 0) return null;
  return (
    <p className="course">
      {parts.map(({ text, time }, index) =>
        time === null ? (
          text
        ) : (
          // biome-ignore lint/suspicious/noArrayIndexKey: nothing moves in a document of the server
          <time key={index} dateTime={`${time}Z`} data-f="m">
            {text}
          </time>
        ),
      )}
    </p>
  );
}
