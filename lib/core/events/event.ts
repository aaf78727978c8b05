import { randomBytes } from "node:crypto";
import { DEFAULT_LANG } from "#lib/platform/i18n/translator.ts";

// The most that a receiver must accept at once.
const MAX_BYTES = 1_000_000;

type Data = { object: { type: string; updates?: readonly { id: number }[] } };

/** Keeps the newest updates that fit; `older_updates` counts the others. */
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
  subject_id: number;
  /** How long the event can be withdrawn before it is dispatched. */
  hold_seconds?: number;
  /** Listeners learn nothing before this wire time. */
  not_before?: string;
  /** Deleting this update withdraws the held event. */
  update_id?: number;
  /** An edit or deletion also changes held events of the record. */
  corrects?: boolean;
  /** Updates for subscribers, oldest first; without any they hear nothing. */
  news_update_ids?: readonly number[];
  social_update_ids?: readonly number[];
  notice?: EventNotice;
};

/** Happened in the transaction of a change, and yet to be recorded. */
export class NewEvent {
  readonly #data: Data;
  readonly name: EventName;
  readonly about: About;

  constructor(name: EventName, data: Data, about: About) {
    this.name = name;
    this.about = about;
    this.#data = data;
  }

  /** `{"event", "data"}` as JSON at the time of the event; at most a megabyte. */
  get payload(): string {
    return fitting(this.name, this.#data);
  }

  /** Applies the present record to an earlier event's `payload`, with the updates it had. */
  corrected(name: EventName, payload: string): string {
    const { data } = JSON.parse(payload) as { data: Data };
    const newest = Math.max(0, ...(data.object.updates ?? []).map(({ id }) => id));
    const updates = this.#data.object.updates?.filter(({ id }) => id <= newest);
    return fitting(name, { ...data, object: { ...this.#data.object, updates } });
  }

  get subject(): string {
    return `${this.name.split(".")[0]}:${this.about.subject_id}`;
  }
}

export function subjectOf(kind: "incident" | "info_notice", id: number): string {
  return `${kind}:${id}`;
}

export function newEvent<N extends EventName>(name: N, data: Catalogue[N], about: About): NewEvent {
  return new NewEvent(name, data, about);
}

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
  /** The state of a maintenance's plan; null: it stands. */
  plan: "called_off" | "postponed" | null;
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

/** A maintenance message that is due by time, and the moment it is about. */
export type EventNotice = { kind: "before" | "start" | "end"; for_at: string };

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

export function titlesOf({ title, translations }: Titled): { lang: string; text: string }[] {
  const translated = Object.entries(translations).flatMap(([lang, texts]) =>
    texts.title ? [{ lang, text: texts.title }] : [],
  );
  return [
    { lang: DEFAULT_LANG, text: title },
    ...translated.filter(({ lang }) => lang !== DEFAULT_LANG),
  ];
}

/** Receivers detect repetitions by it. A full stop would break webhook signatures. */
export function newMessageId(): string {
  return `msg_${randomBytes(18).toString("base64url")}`;
}
