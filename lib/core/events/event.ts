import type { Catalogue, EventName, EventNotice } from "#lib/core/events/catalogue.ts";

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
