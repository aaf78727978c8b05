import { parseSettings } from "#lib/pages/schema.ts";
import type { FeedContent, FeedIncident } from "#lib/site/feeds/read.ts";
import type { Snapshot } from "#lib/site/snapshot/snapshot.ts";
import { type View, viewOf } from "#lib/site/view/view.ts";

type Told = {
  name?: string;
  title?: string;
  description?: string;
  as_of?: string;
  locale?: string;
};

const INCIDENT = {
  id: 7,
  type: "major",
  severity: "major",
  starts_at: "2026-11-20T10:00:00",
  ends_at: null,
  plan: null,
  inserted_at: "2026-11-20T10:00:00",
  updated_at: "2026-11-20T10:00:00",
  translations: {},
  service_ids: [],
  deleted_services: [],
  impacts: [],
  revised: null,
};

const UPDATE = {
  id: 9,
  type: "issue",
  translations: {},
  posted_at: "2026-11-20T10:05:00",
  inserted_at: "2026-11-20T10:05:00",
  updated_at: "2026-11-20T10:05:00",
  edited_at: null,
};

/** A page called acme with one open incident, as a visitor gets it: nothing comes from a database. */
export function pageTelling({
  name = "Acme",
  title = "Payments fail",
  description = "We look into it",
  as_of = "2026-11-20T12:00:00",
  locale = "en",
}: Told): { view: View; content: FeedContent & { deleted: [] } } {
  const settings = parseSettings({});
  const page = {
    id: 1,
    name,
    url: "https://example.com",
    subdomain: "acme",
    address: "acme",
    feed_subdomain: null,
  };
  const snapshot = {
    page: { ...page, time_zone: "Etc/UTC", inserted_at: as_of, updated_at: as_of, settings },
    as_of,
    state: null,
    totals: { incidents: 0 },
    services: [],
    by_id: new Map(),
    types: new Map(),
    notices: [],
    incidents: [],
    maintenances: [],
    upcoming_maintenances: [],
    withdrawn_maintenances: [],
    past_days: [],
  } as unknown as Snapshot;
  const visit = { subdomain: "acme", base: "", locale, written: "en", chosen: null } as const;
  const incident = { ...INCIDENT, title, updates: [{ ...UPDATE, description }] };
  const incidents = [incident] as unknown as FeedIncident[];
  return {
    view: viewOf(visit, snapshot),
    content: { snapshot, about: { kind: "page" }, incidents, deleted: [] },
  };
}
