import { z } from "zod";
import type { Json } from "#lib/api/openapi/inputs.ts";
import { NOT_YET } from "#lib/api/openapi/not-yet.ts";
import { content } from "#lib/api/openapi/responses.ts";
import type { Schemas } from "#lib/api/openapi/schemas.ts";
import { PAYLOADS } from "#lib/notifications/webhooks/payloads.ts";
import { WEBHOOK_EVENTS } from "#lib/notifications/webhooks/schema.ts";

const HEADERS = {
  "webhook-id": "Names the event: the same in every attempt",
  "webhook-timestamp": "Unix seconds of the attempt",
  "webhook-signature":
    "`v1,` and the signature, in Base64; after a rotation several, separated by spaces",
};

const BODIES = WEBHOOK_EVENTS.map((event) => {
  const { summary, data } = PAYLOADS[event];
  return { event, summary, body: z.object({ event: z.literal(event), data }) };
});

export const EVENT_BODIES: readonly z.ZodType[] = BODIES.map(({ body }) => body);

export function webhooksOf(schemas: Schemas): Json {
  const never: readonly string[] = NOT_YET.events;
  const parameters = Object.entries(HEADERS).map(([name, description]) => ({
    name,
    in: "header",
    required: true,
    description,
    schema: { type: "string" },
  }));
  const described = BODIES.map(({ event, summary, body }) => {
    const post = {
      summary,
      tags: ["Webhooks"],
      // The signature authenticates us: no key is sent.
      security: [],
      ...(never.includes(event) && { "x-not-yet": true }),
      parameters,
      requestBody: { required: true, ...content(schemas.output(body)) },
      responses: { "2XX": { description: "Received" } },
    };
    return [event, { post }];
  });
  return Object.fromEntries(described);
}
