import type { Evidence } from "./judge.ts";
import type { Load } from "./load.ts";
import type { Watched, World } from "./world.ts";

const KEY = /\bw\d+-\d+\b/g;
const STORED = `
  select description as key, count(*)::integer as count from incident_updates
  where status_page_id = $1 and description ~ '^w\\d+-\\d+$' group by description`;

type Course = Pick<Evidence, "fault" | "began_at" | "isFailover" | "failovers">;
type Place = { world: World; page: Watched; load: Load };

/** What is stored, and what everybody was told. */
export async function gatherEvidence(
  course: Course,
  { world, page, load }: Place,
): Promise<Evidence> {
  const { posts, writers, readers, listeners } = load;
  const rows = await world.query<{ key: string; count: number }>(STORED, [page.id]);
  const mails = world.mails.to(page.email);
  return {
    ...course,
    posts,
    stored: new Map(rows.map(({ key, count }) => [key, count])),
    events: page.receiver.received.map(({ headers, at }) => ({
      id: String(headers["webhook-id"]),
      at,
    })),
    mails: mails.map(({ mail, at }) => ({ id: mail.messageId ?? "", at })),
    told: new Set(mails.flatMap(({ mail }) => mail.text?.match(KEY) ?? [])),
    failedPosts: writers.flatMap(({ failures }) => failures),
    reads: readers.reduce((sum, { count }) => sum + count, 0),
    failedReads: readers.flatMap(({ failures }) => failures),
    slowest_read_ms: Math.max(...readers.map(({ slowest_ms }) => slowest_ms)),
    heard: listeners.filter(({ wasDown }) => !wasDown).map(({ heard }) => heard),
  };
}
