/** A chapter in Markdown. `id` is part of links: it never changes. */
type Chapter = { id: string; title: string; text: string };

const AUTHENTICATION = `Send an API key in \`Authorization\`, bare or after \`Bearer\`. Operations that say "No key needed" answer everybody, and show more to a key.

An owner creates keys [here](/docs/api/api-keys#createApiKey) or on the server: \`npm run -s cli -- api-key create --organization 1 --role editor\`. A key has a role and is shown once. Roles are \`owner\`, \`admin\`, \`editor\`, \`billing\` and \`viewer\`; each operation names those that may use it.`;

const REQUESTS = `A body is JSON, up to 1 MiB, with the record in a key named after it: \`{"incident": {…}}\`. Responses have the same form.

**Times** are UTC, \`YYYY-MM-DDTHH:MM:SS\`. You may send an offset or \`Z\`; it is converted. Times of metrics are Unix seconds.

**Unset fields** may be left out or sent as \`Unset\`: null, or the \`""\`, 0, false or \`{}\` of any type. A PUT changes only the fields you send; a POST uses the default.

**Aliases.** Some fields have a second name, which existing clients use. Send either one; responses contain both.

A method that a path does not have is answered with 405 and \`Allow\`.`;

const ERRORS = `A 422 names each refused field by its dotted path: \`{"errors": {"updates.0.description": ["can't be blank"]}}\`. Errors of the whole record are under \`base\`. Any other error has its number and a sentence: \`{"error": 404, "message": "…"}\`.

Every response has an \`X-Request-Id\`: your own if you send one. Find it in the server's log.

**Refused beyond the schema** (422): ids, types and time zones that do not exist; names that are taken or the server's own; hosts and IP addresses that are none or in private networks; texts that are too long together, JSON that is nested too deeply or cannot be stored; more records than a page may have, and an organization without an owner; what cannot be changed later; secrets that are not given again when the server they are sent to changes; and fields that contradict each other: an end before its start, a type of another kind, both names of a field, monitoring without the address it checks, a subscription without the address of its type.`;

const PAGINATION = `Lists come in pages of 20, or \`limit\` up to 100. Follow \`links.next\` until it is null; \`meta.total_count\` counts the whole list. The cursors \`after\` and \`before\` are opaque, and belong to the list that made them.`;

const RETRIES = `**Idempotency.** Send a POST with an \`Idempotency-Key\` of your own: it is carried out once within 24 hours, however often it arrives. Repeats get the first response, with \`Idempotent-Replayed: true\`; the same key with another body is refused with 422.

**Concurrent changes.** A GET responds with an \`ETag\`. Send it back as \`If-Match\` with a PUT or DELETE: if the record has changed since, the response is 412 and nothing is done. With \`If-None-Match\`, an unchanged record is a 304 without a body.`;

const MOVES = `The operator can move an organization to another installation. Meanwhile, reads work as always and changes are answered with 409 and \`Retry-After\`: nothing was done, so send it again. Afterwards every call is answered with 308, and \`Location\` has the same call at the other installation, with the organization's id there. Keys stay valid there, but not your own if you already had an account there; ids stay, too, unless the operator says otherwise.`;

const LIMITS = `Requests are counted for each key, and for each client address without one. All keys of an organization together have five times what one key has. \`RateLimit-Limit\`, \`RateLimit-Remaining\` and \`RateLimit-Reset\` tell how many are left and when the count starts again. Beyond the limit the response is 429, with \`Retry-After\` in seconds.`;

const MARKS = `**Extension** (\`x-extension\`) marks operations and fields of our own, beyond the interface that existing clients know.

**No effect yet** (\`x-not-yet\`) marks fields that are accepted and returned without any effect so far, events that are never sent, and operations that answer 501.`;

export const INTRODUCTION: readonly Chapter[] = [
  { id: "authentication", title: "Authentication", text: AUTHENTICATION },
  { id: "requests", title: "Requests and responses", text: REQUESTS },
  { id: "errors", title: "Errors", text: ERRORS },
  { id: "pagination", title: "Pagination", text: PAGINATION },
  { id: "retries", title: "Retries and concurrency", text: RETRIES },
  { id: "moves", title: "Moves", text: MOVES },
  { id: "rate-limits", title: "Rate limits", text: LIMITS },
  { id: "marks", title: "Marks", text: MARKS },
];

export const DELIVERIES: readonly Chapter[] = [
  {
    id: "deliveries",
    title: "What to expect",
    text: `- The body is \`{"event": "incident.created", "data": {"object": {…}}}\`, with the record as it was at the time.
- \`hold_seconds\` of an incident or update delays its events; if it is deleted before then, nothing is sent.
- Any 2xx response within 15 s counts as success, a redirect as failure. 410 disables the webhook.
- A failed delivery is retried after 5 s, 5 min, 30 min, 2 h, 5 h, 10 h, 14 h, 20 h and 24 h. \`Retry-After\` is respected. After the last attempt the webhook is disabled.
- An attempt that fails on our side (no network, no database, a restart) does not count and is repeated.
- After five attempts in a row without a response, a receiver gets a pause of 10 s, then longer ones, up to 5 min; nothing counts as failed meanwhile. One that answers with \`Retry-After\` is sent nothing until then. An address has at most 8 deliveries in progress from each worker.
- Each delivery is made at least once. Repeats have the same \`webhook-id\`. Deliveries can arrive out of order.
- Receivers on the server's own machine or in a private network are refused unless it runs with \`ALLOW_PRIVATE_TARGETS=1\`.`,
  },
  {
    id: "signatures",
    title: "Signatures",
    text: `Deliveries are signed according to [Standard Webhooks](https://www.standardwebhooks.com) 1.0.0, so its libraries can verify them. Only the response to [creating a webhook](/docs/api/webhooks#createWebhook) contains the \`secret\`.

- \`webhook-id\`: names the event; the same in every attempt.
- \`webhook-timestamp\`: Unix seconds of the attempt. Refuse what is older than a few minutes.
- \`webhook-signature\`: \`v1,\` and the Base64 of HMAC-SHA256 over \`{webhook-id}.{webhook-timestamp}.{body}\`. The key is the Base64 after \`whsec_\` in the secret, decoded. For a day after a [rotation](/docs/api/webhooks#rotateWebhookSecret) there are two, separated by a space, one by each secret: accept the delivery if one of them is right.

Compare in constant time, over the body as it arrived, before you parse it.`,
  },
];

export function asText(chapters: readonly Chapter[]): string {
  return chapters.map(({ title, text }) => `## ${title}\n\n${text}`).join("\n\n");
}
