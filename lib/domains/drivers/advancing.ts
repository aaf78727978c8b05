import type { DomainTask, Progress, Shown } from "#lib/domains/driver.ts";
import { Refused } from "#lib/domains/drivers/provider.ts";
import { PutOff } from "#lib/domains/put-off.ts";

const NO_RECORDS = {
  hostname_cname_name: "",
  hostname_cname_value: "",
  hostname_txt_name: "",
  hostname_txt_value: "",
  certificate_txt_name: "",
  certificate_txt_value: "",
};

type Known = Partial<typeof NO_RECORDS> & Pick<Partial<Shown>, "external_id" | "pullzone_id">;

/** What a page shows of a domain: records that are not known are empty. */
export function showing({ external_id = null, pullzone_id = null, ...records }: Known): Shown {
  return {
    validation_records: { ...NO_RECORDS, ...records },
    main_hostname: records.hostname_cname_value || null,
    external_id,
    pullzone_id,
  };
}

/** A driver's step in which a refusal means that the domain failed, to begin anew when asked. */
export function failing(
  step: (task: DomainTask) => Promise<Progress>,
  shown: (task: DomainTask) => Shown,
): (task: DomainTask) => Promise<Progress> {
  return async (task) => {
    const progress = await step(task).catch((error): Progress => {
      if (!(error instanceof Refused)) throw error;
      const { state } = task;
      return { kind: "failed", state, shown: shown(task), error: error.message };
    });
    if (progress.kind !== "failed") return progress;
    return { ...progress, state: { ...progress.state, has_failed: true } };
  };
}

/** What a provider refuses to take away is tried again: somebody may mend the credentials. */
export function removing(
  remove: (task: DomainTask) => Promise<void>,
): (task: DomainTask) => Promise<void> {
  return (task) =>
    remove(task).catch((error) => {
      throw error instanceof Refused ? new PutOff(error.message) : error;
    });
}
