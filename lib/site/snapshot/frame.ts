import { NO_CODE } from "#lib/core/request/request-scope.ts";
import type { Settings } from "#lib/pages/schema.ts";
import type { Activity } from "#lib/site/snapshot/activity.ts";
import type { Snapshot } from "#lib/site/snapshot/snapshot.ts";
import type { PublicService } from "#lib/site/snapshot/tree.ts";

const NO_ACTIVITY: Activity = {
  incidents: [],
  maintenances: [],
  upcoming_maintenances: [],
  withdrawn_maintenances: [],
  notices: [],
  totals: { incidents: 0, maintenances: 0, upcoming_maintenances: 0, notices: 0 },
  running: {
    major: { count: 0, since: null },
    minor: { count: 0, since: null },
    scheduled: { count: 0, since: null },
  },
  changes: [],
};

/** Neither texts, pictures and code nor ways to follow a page that the reader may not see. */
const HIDDEN = {
  ...NO_CODE,
  ...{ logo: null, dark_logo: null, bg_image: null, favicon: null },
  ...{ display_about: false, about: null, display_calendar: false },
  ...{ feed_enabled: false, calendar_enabled: false },
  ...{ subscribers_enabled: false, sms_notifications_enabled: false },
  ...{ chat_a_subscriptions_enabled: false, chat_b_notifications_enabled: false },
  ...{ chat_c_notifications_enabled: false, chat_d_notifications_enabled: false },
  ...{ chat_e_notifications_enabled: false, chat_f_notifications_enabled: false },
} satisfies Partial<Settings>;

/**
 * Name, look and languages of a page that the reader may not see. Of the services their own are
 * left, each by itself, and in no state: `by_id`, from which the state is told, is empty.
 */
export function frameOf(snapshot: Snapshot, own: readonly number[]): Snapshot {
  const { page, by_id } = snapshot;
  const alone = (service: PublicService): PublicService => ({ ...service, children: [], days: [] });
  return {
    ...snapshot,
    ...NO_ACTIVITY,
    page: { ...page, settings: { ...page.settings, ...HIDDEN } },
    state: null,
    services: own.flatMap((id) => by_id.get(id) ?? []).map(alone),
    by_id: new Map(),
    types: new Map(),
    recent: { total: 0, incidents: [], until: null },
    past_days: [],
  };
}
