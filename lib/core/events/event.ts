import { randomBytes } from "node:crypto";
import { DEFAULT_LANG } from "#lib/platform/i18n/translator.ts";

// What a receiver has to take at once.
const MAX_BYTES = 1_000_000;

type Data = { object: { type: string; updates?: readonly { id: number }[] } };

/** The newest updates that fit; `older_updates` says how many are left out. */
function fitting(event: EventName, data: Data): string {
  const whole = JSON.stringify({ event, data });
  const { updates } = data.object;
  if (!updates || Buffer.byteLength(whole) <= MAX_BYTES) return whole;
  const frame = { ...data.object, updates: [], older_updates: updates.length };
  let room =
    MAX_BYTES - Buffer.byteLength(JSON.stringify({ event, data: { ...data, object: frame } }));
  const cut = updates.findIndex((update) => {
    room -= Buffer.byteLength(JSON.stringify(update)) + 1;
    return room < 0;
  });
  const object = { ...frame, updates: updates.slice(0, cut), older_updates: updates.length - cut };
  return JSON.stringify({ event, data: { ...data, object } });
}

type About = {
  /** Of the record that it happened to. */
  subject_id: number;
  /** How long the event is not dispatched and can be withdrawn. */
  hold_seconds?: number;
  /** Until when listeners are to know nothing of it (wire time), as if it happened only then. */
  not_before?: string;
  /** The update that was posted, whose deletion withdraws a held event. */
  update_id?: number;
  /** Whether what was said before was edited or deleted: held events of the record follow. */
  corrects?: boolean;
  /** The updates that subscribers are told of, oldest first; without any they hear nothing. */
  news_update_ids?: readonly number[];
  /** The updates that are posted to the page's social network. */
  social_update_ids?: readonly number[];
  /** What they are told without an update. */
  notice?: EventNotice;
};

/** Something that has happened in the transaction of a change and is yet to be recorded. */
export class NewEvent {
  readonly #data: Data;
  readonly name: EventName;
  readonly about: About;

  constructor(name: EventName, data: Data, about: About) {
    this.name = name;
    this.about = about;
    this.#data = data;
  }

  /** `{"event", "data"}` as JSON, as it was true when it happened: a megabyte at most. */
  get payload(): string {
    return fitting(this.name, this.#data);
  }

  /**
   * What an earlier event of the same record tells now: the record as it is, of its updates those
   * that were there then.
   * @param payload what that event told so far
   */
  corrected(name: EventName, payload: string): string {
    const { data } = JSON.parse(payload) as { data: Data };
    const newest = Math.max(0, ...(data.object.updates ?? []).map(({ id }) => id));
    const updates = this.#data.object.updates?.filter(({ id }) => id <= newest);
    return fitting(name, { ...data, object: { ...this.#data.object, updates } });
  }

  /** `incident:42` */
  get subject(): string {
    return `${this.name.split(".")[0]}:${this.about.subject_id}`;
  }
}

/** Names a record among all of a page, as the audit log does. */
export function subjectOf(kind: "incident" | "info_notice", id: number): string {
  return `${kind}:${id}`;
}

export function newEvent<N extends EventName>(name: N, data: Catalogue[N], about: About): NewEvent {
  return new NewEvent(name, data, about);
}

/** The updates of a record, newest first, as the API has them. */
type Updates = readonly { id: number; posted_at: string; description: string }[];

type Title = { lang: string; text: string };

export type IncidentObject = {
  type: "incident";
  id: number;
  starts_at: string;
  ends_at: string | null;
  service_ids: readonly number[];
  l_title: readonly Title[];
  title: string;
  url: string;
  incident_type: string;
  updates: Updates;
};

export type InfoNoticeObject = {
  type: "info_notice";
  id: number;
  featured_from: string;
  featured_until: string | null;
  service_ids: readonly number[];
  l_title: readonly Title[];
  title: string;
  url: string;
  updates: Updates;
};

type ServiceObject = {
  type: "service";
  id: number;
  name: string;
  parent_id: number | null;
  display_response_time_chart: boolean;
  current_incident_type: string | null;
};

type StatusPageObject = {
  type: "status_page";
  name: string;
  subdomain: string;
  domain_config: object;
};

/** What subscribers are told of a maintenance because time has come, and the moment it is about. */
export type EventNotice = { kind: "before" | "start" | "end"; for_at: string };

/** What can happen on a page, and the data of the record that each event carries. */
type Catalogue = {
  "incident.created": { object: IncidentObject };
  "incident.updated": { object: IncidentObject };
  "incident.deleted": { object: IncidentObject };
  "incident.maintenance_notice": { object: IncidentObject; notice: EventNotice };
  "info_notice.created": { object: InfoNoticeObject };
  "info_notice.updated": { object: InfoNoticeObject };
  "info_notice.deleted": { object: InfoNoticeObject };
  "service.monitored_status.updated": { object: ServiceObject; monitored_status: "up" | "down" };
  "status_page.domain.updated": { object: StatusPageObject };
};

export type EventName = keyof Catalogue;

type Titled = { title: string; translations: Record<string, { title?: string | null }> };

/** A record's title in the page's language, then in each that it is translated to. */
export function titlesOf({ title, translations }: Titled): { lang: string; text: string }[] {
  const translated = Object.entries(translations).flatMap(([lang, texts]) =>
    texts.title ? [{ lang, text: texts.title }] : [],
  );
  return [
    { lang: DEFAULT_LANG, text: title },
    ...translated.filter(({ lang }) => lang !== DEFAULT_LANG),
  ];
}

/**
 * One for every event: all that is sent because of it has the same, so that receivers can tell
 * repetitions. No full stop, which the signature of a webhook could be fooled with.
 */
export function newMessageId(): string {
  return `msg_${randomBytes(18).toString("base64url")}`;
}
