// What is random, or follows from the names of built files: everything else is the same because
// the clock and the data are.
const RANDOM: [RegExp, string][] = [
  // The scripts and links of Next's own, in the admin.
  [/<script\b[^>]* nonce="[^"]+"[^>]*>.*?<\/script>|<link\b[^>]* nonce="[^"]+"[^>]*>/gs, ""],
  [/127\.0\.0\.1:\d+/g, "127.0.0.1:PORT"],
  [/\/_next\/static\/[\w./~-]+\.(\w+)/g, "/_next/static/FILE.$1"],
  [/(?<=name="\$ACTION_KEY" value=")[^"]*/g, "KEY"],
  [/\$ACTION_\w+/g, "ACTION"],
  [/\b[0-9a-f]{42}\b/g, "ACTION_ID"],
  [/\bmsg_[\w-]{24}(\.[0-9a-f]{24})?/g, "msg_ID"],
  [/^(webhook-signature: v1,).*/gm, "$1SIGNATURE"],
  [/\bwhsec_[\w+/=-]+/g, "whsec_SECRET"],
  [/\b(ok|uk)_([\w-]{20,}|…[\w-]{4})/g, "$1_KEY"],
  [/\b[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\b/g, "UUID"],
  [/(?<=inbound_email_id=)\w+/g, "HASH"],
  // Ids of requests, in the audit log.
  [/(?<=127\.0\.0\.1,|"request_id":")[\w-]+/g, "REQUEST"],
  [
    /\/(confirm|manage|unsubscribe|session|invitation|reset-password|new-address|setup|join|feeds)\/[\w-]{20,}/g,
    "/$1/TOKEN",
  ],
  [/\b([0-9a-f]{18}|_NmP)-[0-9a-f]{16}-Part_/g, "BOUNDARY-Part_"],
  [/^Message-ID: <[\w-]+@/gm, "Message-ID: <ID@"],
  [/\bbrowser=[\w-]+/g, "browser=TOKEN"],
  [/'nonce-[\w+/=-]+'/g, "'nonce-NONCE'"],
  [/ nonce="?[^"\s]+"/g, ' nonce="NONCE"'],
];

/** A text without what differs between two recordings of the same product. */
export function normalize(text: string): string {
  return RANDOM.reduce((rest, [pattern, name]) => rest.replace(pattern, name), text);
}

/** A text in short lines: a break that is not its own is marked. */
export function inLines(text: string): string {
  return text.replace(/(?<=>)(?=<)|(?<=,)(?=["{])/g, "↵\n");
}
