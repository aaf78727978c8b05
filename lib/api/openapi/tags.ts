import type { Endpoint } from "#lib/api/endpoint.ts";

export type Operation = { path: string; method: string; declaration: Endpoint["declaration"] };

export function camel(name: string): string {
  return name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
}

const TAGS: Record<string, string> = {
  Incidents:
    "Failures and planned work, with a timeline of updates. A maintenance is an incident of type `scheduled`, or of a custom type with that base severity.",
  "Incident updates":
    "Messages on an incident's timeline. Their types move it from `investigating` to `resolved`; posting one notifies the page's subscribers.",
  "Incident drafts":
    "Incidents that are still being written. Nobody outside sees them until they are published.",
  "Incident templates": "Texts prepared for incidents that recur.",
  "Incident types": "Types of a page's own, beside `major`, `minor` and `scheduled`.",
  "Information notices": "Announcements that are neither an incident nor maintenance.",
  Services: "The components that a page shows. They form a tree.",
  Monitoring:
    "What tells whether a service is up: calls of monitoring tools, heartbeats, and what was understood of them.",
  Status: "What visitors see now, for programs: the state of a page or of one service.",
  Metrics: "Series of measurements that a page shows as charts.",
  Subscriptions: "Who is notified of changes, through which channel, and about what.",
  "Subscription groups": "Names under which subscriptions are kept together.",
  Webhooks:
    "Addresses to which events are sent, with a log of every attempt. The [events](/docs/api/events) and their payloads have a page of their own.",
  Integrations: "Accounts with other services, through which messages are sent and metrics arrive.",
  "Access groups": "Which services of a page for members its viewers see.",
  "Status pages": "The pages of an organization, with all their settings and images.",
  Organizations: "Who owns status pages: its name and what it uses.",
  Members: "The people of an organization or of a single page, their roles, and links to join.",
  "API keys": "Keys for programs. Each has a role, like a member.",
  "Audit log": "Who changed what, and when.",
  Test: "Tells whether the API can be reached.",
};

export function tagsOf(used: readonly string[]): { name: string; description?: string }[] {
  const order = Object.keys(TAGS);
  return [...new Set(used)]
    .sort((a, b) => order.indexOf(a) - order.indexOf(b))
    .map((name) => ({ name, description: TAGS[name] }));
}
