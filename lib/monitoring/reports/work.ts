import type { Work } from "#lib/monitoring/reports/apart.ts";
import type { Mail } from "#lib/monitoring/reports/mail.ts";
import type { Found } from "#lib/monitoring/reports/search.ts";

/** What a thread of lib/monitoring/reports/threads.ts does; each part is loaded when it is needed. */
export async function doWork(work: Work): Promise<Found | Mail> {
  if ("search" in work)
    return (await import("#lib/monitoring/reports/search.ts")).findValues(work.search);
  return (await import("#lib/monitoring/reports/mail.ts")).readMail(work.mail);
}

export default doWork;
