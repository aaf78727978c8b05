import { randomBytes } from "node:crypto";
import type { Db } from "#db/index.ts";
import { later, wireNow } from "#lib/platform/clock.ts";
import { addToGroup } from "#tests/support/data/access-groups.ts";
import { type BareIncident, mintIncidents } from "#tests/support/data/incidents.ts";
import { mintMetric } from "#tests/support/data/metrics.ts";
import {
  type Minted,
  mintOrganization,
  mintPage,
  mintService,
  mintUser,
} from "#tests/support/data/mint.ts";
import { accountCookie, feedTokenOf, pageCookie } from "#tests/support/data/page-visitors.ts";
import { apiOf } from "#tests/support/http/api.ts";
import type { TestServer } from "#tests/support/server/server.ts";

/**
 * Who may see what: `whole` concerns the whole page, `granted` a service of the viewer's group,
 * `grouped` one that is not in it, `hidden` a private one.
 */
export const CONCERNS = ["whole", "granted", "grouped", "hidden"] as const;
export type Concern = (typeof CONCERNS)[number];
export const STATES = ["open", "member_restricted", "restricted_ips", "draft"] as const;
export type State = (typeof STATES)[number];
export const ADDRESS = {
  right: "192.0.2.10",
  mapped: "::ffff:192.0.2.10",
  v6: "2001:db8:5::10",
  wrong: "198.51.100.7",
};

type Ids = Partial<Record<Concern, number>>;
export type Records = { services: Ids; incidents: Ids; info_notices: Ids };
export type GatedPage = { subdomain: string; state: State; records: Records };

const RESTRICTION = {
  open: {},
  member_restricted: { member_restricted: true },
  draft: { draft: true },
  restricted_ips: { restricted_ips: "192.0.2.0/28, 2001:db8:5::/48" },
};

/** A word that stands in every text about a concern, and in nothing else. */
const MARKERS = Object.fromEntries(
  CONCERNS.map((concern) => [concern, `${concern}${randomBytes(4).toString("hex")}`]),
) as Record<Concern, string>;

/** What a text tells of. */
export function concernsIn(text: string): Concern[] {
  return CONCERNS.filter((concern) => text.includes(MARKERS[concern]));
}

const SHOWN = { enabled: true, visible: true };

/** What ended, what goes on as planned, and what is to come. */
function othersOn(service: number, marker: string): BareIncident[] {
  const at = (hours: number) => later(wireNow(), hours * 3_600);
  const service_ids = [service];
  return [
    { severity: "minor", starts_at: at(-3), ends_at: at(-2), title: `Was ${marker}`, service_ids },
    {
      severity: "scheduled",
      starts_at: at(-1),
      ends_at: at(2),
      title: `Is ${marker}`,
      service_ids,
    },
    {
      severity: "scheduled",
      starts_at: at(5),
      ends_at: at(6),
      title: `Will ${marker}`,
      service_ids,
    },
  ];
}

async function mintGatedPage(db: Db, server: TestServer, organization: Minted, state: State) {
  const about = { about: `About ${MARKERS.whole}`, display_about: true };
  const page = await mintPage(db, organization.id, { ...RESTRICTION[state], settings: about });
  const records: Records = { services: {}, incidents: {}, info_notices: {} };
  const api = apiOf(server, organization.keys.admin);
  const base = `/status_pages/${page.subdomain}`;
  for (const [order, concern] of CONCERNS.entries()) {
    const marker = MARKERS[concern];
    const updates = [{ description: `Update ${marker}` }];
    let service_ids: number[] = [];
    if (concern !== "whole") {
      const isPrivate = concern === "hidden";
      const service = {
        name: `Service ${marker}`,
        private: isPrivate,
        order: order + 1,
        display_uptime_graph: true,
      };
      const id = await mintService(db, page.id, service);
      records.services[concern] = id;
      service_ids = [id];
      const incident = { title: `Incident ${marker}`, type: "major", service_ids, updates };
      const { incident: made } = (await api.post(`${base}/incidents`, { incident })).json<{
        incident: { id: number };
      }>();
      records.incidents[concern] = made.id;
      await mintIncidents(db, page.id, othersOn(id, marker));
      await mintMetric(db, page.id, { ...SHOWN, title: `Metric ${marker}`, service_id: id });
    }
    const info_notice = { title: `Notice ${marker}`, service_ids, updates };
    const { info_notice: made } = (await api.post(`${base}/info_notices`, { info_notice })).json<{
      info_notice: { id: number };
    }>();
    records.info_notices[concern] = made.id;
  }
  await mintMetric(db, page.id, { ...SHOWN, title: `Metric ${MARKERS.whole}` });
  return { ...page, state, records };
}

/** One page of every state with the same records, and people who may see more and less of it. */
export async function mintGatedWorld(db: Db, server: TestServer) {
  const organization = await mintOrganization(db);
  const people = {
    viewer: await mintUser(db, organization.id, "viewer"),
    grouped_viewer: await mintUser(db, organization.id, "viewer"),
    editor: await mintUser(db, organization.id, "editor"),
    billing: await mintUser(db, organization.id, "billing"),
    stranger: (await mintOrganization(db)).owner,
  };
  const pages = await Promise.all(
    STATES.map(async (state) => {
      const page = await mintGatedPage(db, server, organization, state);
      const granted = page.records.services.granted ?? 0;
      await addToGroup(db, page.id, granted, people.grouped_viewer.id);
      return [state, page] as const;
    }),
  );
  const byState = Object.fromEntries(pages) as Record<State, (typeof pages)[number][1]>;
  const { subdomain } = byState.member_restricted;
  return {
    organization,
    people,
    pages: byState,
    cookies: {
      viewer: await pageCookie(db, people.viewer, subdomain),
      grouped_viewer: await pageCookie(db, people.grouped_viewer, subdomain),
      editor: await pageCookie(db, people.editor, subdomain),
    },
    accounts: {
      viewer: await accountCookie(db, people.viewer),
      grouped_viewer: await accountCookie(db, people.grouped_viewer),
      editor: await accountCookie(db, people.editor),
      billing: await accountCookie(db, people.billing),
      stranger: await accountCookie(db, people.stranger),
    },
    feeds: {
      viewer: await feedTokenOf(db, people.viewer, subdomain),
      grouped_viewer: await feedTokenOf(db, people.grouped_viewer, subdomain),
    },
  };
}

export type GatedWorld = Awaited<ReturnType<typeof mintGatedWorld>>;
