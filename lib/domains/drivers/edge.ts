import { database } from "#db/index.ts";
import { authorizeProgram } from "#lib/core/access/authorize.ts";
import { systemContext } from "#lib/core/request/context.ts";
import { isAcmeOn } from "#lib/domains/certificates/certificate.ts";
import { releaseCertificate, requestCertificate } from "#lib/domains/certificates/queries.ts";
import { type Examination, examine } from "#lib/domains/diagnosis/examine.ts";
import { findPhase, recordDiagnosis } from "#lib/domains/diagnosis/queries.ts";
import { ownRecords } from "#lib/domains/dns-records.ts";
import type { ConfigFields, DomainTask, Driver, Progress } from "#lib/domains/driver.ts";
import { DAY_SECONDS } from "#lib/platform/clock.ts";
import { env } from "#lib/platform/config/env.ts";
import { isOwnName } from "#lib/platform/http/hosts.ts";

const LOOK_AGAIN_MS = 3_000;
const ORDERING_MS = 1_000;
const DAY_MS = DAY_SECONDS * 1_000;

function fieldsOf(task: DomainTask): ConfigFields {
  return {
    validation_records: ownRecords(task),
    main_hostname: env().DOMAIN_TARGET,
    external_id: null,
    pullzone_id: null,
  };
}

async function look(task: DomainTask): Promise<Examination> {
  const db = database();
  const grant = authorizeProgram(systemContext(db, "set-up-domains"));
  const { id, name, status_page_id } = task;
  const examined = await examine(db, { ...task, driver_records: null, phase: "configuring" });
  const { diagnosis, isProven, isElsewhere } = examined;
  await recordDiagnosis(db, grant, { id, diagnosis, isProven });
  if (isProven && !isElsewhere && isAcmeOn())
    await requestCertificate(db, { name, status_page_id });
  return examined;
}

async function advance(task: DomainTask): Promise<Progress> {
  const { state } = task;
  const fields = fieldsOf(task);
  if (isOwnName(task.name)) {
    const error = "This name belongs to the installation itself. Choose another one.";
    return { kind: "failed", state, fields, error };
  }
  // Publishes the records before the first, possibly slow, examination.
  if (state.is_told !== true)
    return { kind: "waiting", state: { is_told: true }, fields, again_ms: 0 };
  const db = database();
  const grant = authorizeProgram(systemContext(db, "set-up-domains"));
  // From now on the weekly check examines it and never deactivates it.
  if ((await findPhase(db, grant, task.id)) === "active")
    return { kind: "active", state, fields, again_ms: DAY_MS };
  const { isProven, isServed } = await look(task);
  if (isProven && isServed) return { kind: "active", state, fields, again_ms: DAY_MS };
  return { kind: "waiting", state, fields, again_ms: isProven ? ORDERING_MS : LOOK_AGAIN_MS };
}

async function remove({ name }: DomainTask): Promise<void> {
  await releaseCertificate(database(), name);
}

export const edge: Driver = { advance, remove };
