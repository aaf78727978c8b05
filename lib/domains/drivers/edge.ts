import { database } from "#db/index.ts";
import { authorizeProgram } from "#lib/core/access/authorize.ts";
import { systemContext } from "#lib/core/request/context.ts";
import {
  giveUpCertificate,
  isAcmeOn,
  wantCertificate,
} from "#lib/domains/certificates/certificate.ts";
import { type Examined, examine } from "#lib/domains/diagnosis/examine.ts";
import { findPhase, noteSeen } from "#lib/domains/diagnosis/queries.ts";
import { ownRecords } from "#lib/domains/dns-records.ts";
import type { DomainTask, Driver, Progress, Shown } from "#lib/domains/driver.ts";
import { DAY_SECONDS } from "#lib/platform/clock.ts";
import { env } from "#lib/platform/config/env.ts";
import { isOwnName } from "#lib/platform/http/hosts.ts";

const LOOK_AGAIN_MS = 3_000;
const ORDERING_MS = 1_000;
const DAY_MS = DAY_SECONDS * 1_000;

function shownOf(task: DomainTask): Shown {
  return {
    validation_records: ownRecords(task),
    main_hostname: env().DOMAIN_TARGET,
    external_id: null,
    pullzone_id: null,
  };
}

async function look(task: DomainTask): Promise<Examined> {
  const db = database();
  const grant = authorizeProgram(systemContext(db, "set-up-domains"));
  const { id, name, status_page_id } = task;
  const examined = await examine(db, { ...task, told: null, phase: "configuring" });
  const { seen, isProven, isElsewhere } = examined;
  await noteSeen(db, grant, { id, seen, isProven });
  if (isProven && !isElsewhere && isAcmeOn()) await wantCertificate(db, { name, status_page_id });
  return examined;
}

async function advance(task: DomainTask): Promise<Progress> {
  const { state } = task;
  const shown = shownOf(task);
  if (isOwnName(task.name)) {
    const error = "This name belongs to the installation itself. Choose another one.";
    return { kind: "failed", state, shown, error };
  }
  // What to create is shown at once; to look at it may take a while.
  if (state.is_told !== true)
    return { kind: "waiting", state: { is_told: true }, shown, again_ms: 0 };
  const db = database();
  const grant = authorizeProgram(systemContext(db, "set-up-domains"));
  // From then on the weekly check looks at it, and takes nothing away.
  if ((await findPhase(db, grant, task.id)) === "active")
    return { kind: "active", state, shown, again_ms: DAY_MS };
  const { isProven, isServed } = await look(task);
  if (isProven && isServed) return { kind: "active", state, shown, again_ms: DAY_MS };
  return { kind: "waiting", state, shown, again_ms: isProven ? ORDERING_MS : LOOK_AGAIN_MS };
}

async function remove({ name }: DomainTask): Promise<void> {
  await giveUpCertificate(database(), name);
}

/** This installation itself: names point to it, and it has their certificates ordered. */
export const edge: Driver = { advance, remove };
