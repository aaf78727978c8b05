/** The first release's name for the job, whose workers count by another rule. */
export { recountDays as rebuildDays } from "#lib/services/uptime/recount-days.ts";
