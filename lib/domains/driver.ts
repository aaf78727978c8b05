import type { DomainConfig } from "#lib/pages/domain-config.ts";

/** What a driver remembers of one domain between its steps: ids at a provider, times. */
export type DriverState = Readonly<Record<string, unknown>>;

/** A domain that is being set up, looked after or taken away. */
export type DomainTask = {
  id: number;
  /** Punycode, lower case. */
  name: string;
  /** As the page asked for it. */
  provider: NonNullable<DomainConfig["provider"]>;
  /** What the name has to show: 64 hexadecimal digits. */
  token: string;
  state: DriverState;
  /** null once its page is gone. */
  status_page_id: number | null;
  organization_id: number | null;
};

/** What the page's `domain_config` shows of it. */
export type Shown = Pick<
  DomainConfig,
  "validation_records" | "main_hostname" | "external_id" | "pullzone_id"
>;

/** How far a domain is after a step. */
export type Progress = { state: DriverState; shown: Shown } & (
  | { kind: "waiting"; again_ms: number }
  | { kind: "active"; again_ms: number }
  /** It cannot go on before somebody asks anew; `error`: a sentence for the page's operators. */
  | { kind: "failed"; error: string }
);

/** Sets domains up at one provider, or here. */
export type Driver = {
  /**
   * Looks how far a domain is and does what is next. It may be repeated at any time: a process may
   * have died after a call and before its outcome was written.
   * @throws whatever may pass by itself: it is tried again later
   */
  advance(task: DomainTask): Promise<Progress>;
  /**
   * Takes away what it made for the domain. May be repeated like `advance`.
   * @throws whatever may pass by itself
   */
  remove(task: DomainTask): Promise<void>;
};

/** What a driver throws when it cannot go on now, and why: in words for the page's operators. */
export class PutOff extends Error {
  /** How long to wait at least. */
  readonly after_ms: number;

  constructor(trouble: string, after_ms = 0) {
    super(trouble);
    this.after_ms = after_ms;
  }
}
