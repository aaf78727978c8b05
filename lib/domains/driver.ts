import type { DomainConfig } from "#lib/pages/domain-config.ts";

/** Data of one domain that a driver keeps between steps. */
export type DriverState = Readonly<Record<string, unknown>>;

export type DomainTask = {
  id: number;
  /** Punycode, lower case. */
  name: string;
  provider: NonNullable<DomainConfig["provider"]>;
  /** 64 hexadecimal digits. */
  token: string;
  state: DriverState;
  /** null once the page is deleted. */
  status_page_id: number | null;
  organization_id: number | null;
};

export type ConfigFields = Pick<
  DomainConfig,
  "validation_records" | "main_hostname" | "external_id" | "pullzone_id"
>;

export type Progress = { state: DriverState; fields: ConfigFields } & (
  | { kind: "waiting"; again_ms: number }
  | { kind: "active"; again_ms: number }
  /** It stays failed until somebody requests it again; `error`: a sentence for operators. */
  | { kind: "failed"; error: string }
);

export type Driver = {
  /**
   * Takes the next step. It must be repeatable: a process may die after a call and before its
   * outcome is saved.
   * @throws for failures that may pass; the step is retried
   */
  advance(task: DomainTask): Promise<Progress>;
  /**
   * Removes what the driver created. Repeatable like `advance`.
   * @throws for failures that may pass
   */
  remove(task: DomainTask): Promise<void>;
};

/** Thrown by a driver that cannot continue now; the message is for the page's operators. */
export class Postponed extends Error {
  readonly after_ms: number;

  constructor(trouble: string, after_ms = 0) {
    super(trouble);
    this.after_ms = after_ms;
  }
}
