import { parseInput } from "#lib/core/fields/validation.ts";
import { deleteUpdate, editUpdate, restoreUpdate } from "#lib/incidents/change-update.ts";
import { createIncident } from "#lib/incidents/create.ts";
import { deleteIncident } from "#lib/incidents/delete.ts";
import { deleteService } from "#lib/incidents/delete-service.ts";
import { postUpdate } from "#lib/incidents/post-update.ts";
import { CreateIncident, EditUpdate, PostUpdate, UpdateIncident } from "#lib/incidents/schema.ts";
import { updateIncident } from "#lib/incidents/update.ts";
import { UpdateStatusPage } from "#lib/pages/schema.ts";
import { updateStatusPage } from "#lib/pages/update.ts";
import { AppError } from "#lib/platform/errors/errors.ts";
import { UpdateService } from "#lib/services/schema.ts";
import { updateService } from "#lib/services/update.ts";
import { recountDays } from "#lib/services/uptime/recount-days.ts";
import { correctDay } from "#lib/services/uptime-corrections/change.ts";
import { CorrectDay } from "#lib/services/uptime-corrections/schema.ts";
import type { Action, DrawnImpact } from "#tests/support/course/actions.ts";
import { courseOf } from "#tests/support/course/course.ts";
import { dayOf } from "#tests/support/course/days.ts";
import type { ModelIncident } from "#tests/support/course/page.ts";
import { visibleIn } from "#tests/support/course/places.ts";
import type { Impact, Put, Said } from "#tests/support/course/said.ts";
import { addService, noteTree, setClock, type World, wire } from "#tests/support/course/world.ts";

type Of<Kind> = Extract<Action, { do: Kind }>;
const DAY = 86_400;

/** An action that names something that is not there. */
class Pointless extends Error {}

function pick<T>(all: readonly T[], place: number): T {
  const one = all[place % Math.max(1, all.length)];
  if (one === undefined) throw new Pointless();
  return one;
}

function idsOf({ model }: World, places: readonly number[]): number[] {
  return [...new Set(places.map((place) => pick(model.services, place).id))];
}

const sameIds = (a: readonly number[], b: readonly number[]) =>
  a.length === b.length && a.every((id) => b.includes(id));

function incidentAt(
  { model, page }: World,
  which: number,
  isMeant: (incident: ModelIncident) => boolean = () => true,
) {
  const incident = pick(model.incidents.filter(isMeant), which);
  return { incident, target: { subdomain: page.subdomain, incident_id: incident.id } };
}

const titleOf = ({ turn }: World) => `I${turn}`;

function whole(
  world: World,
  incident: Omit<ModelIncident, "name" | "updates" | "kept">,
): ModelIncident {
  return { ...incident, name: titleOf(world), updates: [], kept: [] };
}

async function open(world: World, { type, on, back, lasts, first, counts }: Of<"open">) {
  const { model, ctx, page, turn } = world;
  const starts = model.now - back;
  const ends = lasts === null ? null : starts + lasts;
  const services = idsOf(world, on);
  const input = parseInput(CreateIncident, {
    ...{ title: titleOf(world), type, service_ids: services },
    ...{ starts_at: wire(starts), ends_at: ends === null ? null : wire(ends) },
    affects_uptime: counts,
    updates: first ? [{ type: first, description: first }] : [],
  });
  const made = await createIncident(ctx, page, input);
  const put: Put = { turn, type, starts, services, ...(ends !== null && { ends }) };
  const affectsUptime = counts ?? true;
  const one = whole(world, { id: made.id, isPlanned: false, affectsUptime, puts: [put] });
  for (const { id } of made.updates)
    one.updates.push({
      ...{ id, turn, type: first ?? "", at: model.now },
      ...{ services: null, isDeleted: false },
    });
  model.incidents.push(one);
}

async function plan(world: World, { on, ahead, lasts, counts }: Of<"plan">) {
  const { model, ctx, page, turn } = world;
  const [starts, type] = [model.now + ahead, "scheduled"];
  const [ends, services] = [starts + lasts, idsOf(world, on)];
  const input = parseInput(CreateIncident, {
    ...{ title: titleOf(world), type, service_ids: services },
    ...{ starts_at: wire(starts), ends_at: wire(ends), affects_uptime: counts },
  });
  const { id } = await createIncident(ctx, page, input);
  const put: Put = { turn, type, starts, ends, services };
  const affectsUptime = counts ?? false;
  model.incidents.push(whole(world, { id, isPlanned: true, affectsUptime, puts: [put] }));
}

async function say(world: World, { do: kind, which, back, on, type }: Of<"say" | "say of plan">) {
  const isOfPlan = kind === "say of plan";
  const { incident, target } = incidentAt(world, which, (one) => one.isPlanned === isOfPlan);
  const at = world.model.now - back;
  const named = on && mayNameServices(world, incident, at) ? idsOf(world, on) : null;
  const input = { type, description: type, posted_at: wire(at), service_ids: named };
  const { id } = await postUpdate(world.ctx, target, parseInput(PostUpdate, input));
  incident.updates.push({
    ...{ id, turn: world.turn, type, at, services: named },
    isDeleted: false,
  });
}

/** Whether it is going on, and an exact record tells of nothing later. */
function mayNameServices({ model }: World, incident: ModelIncident, at: number): boolean {
  const { starts, ends } = courseOf(incident);
  const isOpen = starts <= model.now && (ends === null || ends > model.now);
  const recorded = incident.puts.flatMap(({ impacts = [] }) => impacts);
  return isOpen && recorded.every(({ from, to }) => from <= at && (to ?? from) <= at);
}

const current = ({ updates }: ModelIncident, isDeleted: boolean) =>
  updates.filter((one) => one.isDeleted === isDeleted);

async function edit(world: World, { which, update, type, back }: Of<"edit">) {
  const { incident, target } = incidentAt(world, which, (one) => current(one, false).length > 0);
  const said = pick(current(incident, false), update);
  const at = back === null ? said.at : world.model.now - back;
  if (said.services && !mayNameServices(world, incident, at)) throw new Pointless();
  const next: Said = { ...said, type: type ?? said.type, at, turn: world.turn };
  const input = parseInput(EditUpdate, { type: next.type, posted_at: wire(at) });
  await editUpdate(world.ctx, { ...target, update_id: said.id }, input);
  if (next.type !== said.type || next.at !== said.at) Object.assign(said, next);
}

async function takeBack(world: World, { which, update }: Of<"take back" | "restore">) {
  const { incident, target } = incidentAt(world, which, (one) => current(one, false).length > 0);
  const said = pick(current(incident, false), update);
  await deleteUpdate(world.ctx, { ...target, update_id: said.id });
  said.isDeleted = true;
}

async function restore(world: World, { which, update }: Of<"take back" | "restore">) {
  const { incident, target } = incidentAt(world, which, (one) => current(one, true).length > 0);
  const said = pick(current(incident, true), update);
  const restored = await restoreUpdate(world.ctx, { ...target, update_id: said.id });
  if (restored) said.isDeleted = false;
}

async function put(world: World, which: number, input: object, fields: Omit<Put, "turn">) {
  const { incident, target } = incidentAt(world, which);
  await updateIncident(world.ctx, target, parseInput(UpdateIncident, input));
  incident.puts.push({ turn: world.turn, ...fields });
}

async function setType(world: World, { which, type }: Of<"set type">) {
  const { incident } = incidentAt(world, which);
  // Assumption: a PUT that repeats what stands says nothing.
  if (courseOf(incident).type === type) throw new Pointless();
  await put(world, which, { type }, { type });
}

async function setServices(world: World, { which, on }: Of<"set services">) {
  const { incident } = incidentAt(world, which);
  const { services: before, starts, ends } = courseOf(incident);
  const [services, { now }] = [idsOf(world, on), world.model];
  if (sameIds(before, services)) throw new Pointless();
  const isOpen = starts <= now && (ends === null || ends > now);
  const service_ids = services;
  await put(world, which, { service_ids }, { services, ...(isOpen && { services_from: now }) });
}

async function setStart(world: World, { which, by }: Of<"set start">) {
  const { incident } = incidentAt(world, which);
  const before = courseOf(incident).starts;
  // Slightly ahead is now.
  const { now } = world.model;
  const isSkew = !incident.isPlanned && before + by - now <= 60;
  const starts = isSkew ? Math.min(before + by, now) : before + by;
  if (starts === before) throw new Pointless();
  await put(world, which, { starts_at: wire(starts) }, { starts });
}

async function setEnd(world: World, { which, back }: Of<"set end">) {
  const { incident } = incidentAt(world, which);
  const ends = back === null ? null : world.model.now - back;
  if (courseOf(incident).ends === ends || (incident.isPlanned && ends === null))
    throw new Pointless();
  await put(world, which, { ends_at: ends === null ? null : wire(ends) }, { ends });
}

/** Impacts that do not overlap for one service. */
function impactsOf(world: World, drawn: readonly DrawnImpact[]): Impact[] {
  const impacts: Impact[] = [];
  for (const { on, type, back, lasts } of drawn) {
    const from = world.model.now - back;
    const to = lasts === null || from + lasts > world.model.now ? null : from + lasts;
    const service = pick(world.model.services, on).id;
    const others = impacts.filter((one) => one.service === service);
    const isFree = others.every(
      (one) => (one.to ?? Infinity) <= from || one.from >= (to ?? Infinity),
    );
    if (isFree) impacts.push({ service, type, from, to });
  }
  return impacts;
}

async function setImpacts(world: World, { which, impacts: drawn }: Of<"set impacts">) {
  const { incident } = incidentAt(world, which);
  if (incident.isPlanned) throw new Pointless();
  const impacts = impactsOf(world, drawn);
  const sent = impacts.map(({ service, type, from, to }) => ({
    ...{ service_id: service, type },
    ...{ starts_at: wire(from), ends_at: to === null ? null : wire(to) },
  }));
  await put(world, which, { impacts: sent }, { impacts });
}

async function erase(world: World, { which }: Of<"erase">) {
  const { incident, target } = incidentAt(world, which);
  await deleteIncident(world.ctx, target);
  world.model.incidents = world.model.incidents.filter((one) => one !== incident);
}

async function add(world: World, { under, born, isPrivate }: Of<"add service">) {
  const { model } = world;
  const parent = under === null ? null : pick(model.services, under).id;
  const made = await addService(world, `S${world.turn + 10}`, {
    parent,
    isPrivate,
    born: model.now - born * DAY,
  });
  model.services.push(made);
}

async function move(world: World, { service, under }: Of<"move">) {
  const { model, page } = world;
  const one = pick(model.services, service);
  const parent_id = under === null ? null : pick(model.services, under).id;
  if (parent_id === one.parent) throw new Pointless();
  const target = { subdomain: page.subdomain, service_id: one.id };
  await updateService(world.ctx, target, parseInput(UpdateService, { parent_id }));
  one.parent = parent_id;
}

async function toggle(world: World, { service }: Of<"remove" | "toggle">) {
  const one = pick(world.model.services, service);
  const target = { subdomain: world.page.subdomain, service_id: one.id };
  const input = parseInput(UpdateService, { private: !one.isPrivate });
  await updateService(world.ctx, target, input);
  one.isPrivate = !one.isPrivate;
}

async function remove(world: World, { service }: Of<"remove" | "toggle">) {
  const { model, page, ctx } = world;
  const one = pick(model.services, service);
  const isHidden = !visibleIn(model.services).has(one.id);
  await deleteService(ctx, { subdomain: page.subdomain, service_id: one.id });
  for (const incident of model.incidents)
    incident.kept.push(...sufferedBy(world, incident, one.id));
  // Assumption: what concerns only a hidden service goes with it, or it would become public.
  const isOnlyHere = (incident: ModelIncident) => sameIds(courseOf(incident).services, [one.id]);
  if (isHidden) model.incidents = model.incidents.filter((incident) => !isOnlyHere(incident));
  // Assumption: what was hidden by a service that is gone is hidden itself from then on.
  for (const child of model.services.filter(({ parent }) => parent === one.id)) {
    child.parent = one.parent;
    child.isPrivate ||= one.isPrivate;
  }
  model.services = model.services.filter((each) => each !== one);
}

/** What a service suffered until now. */
function sufferedBy({ model }: World, incident: ModelIncident, id: number): Impact[] {
  return courseOf(incident)
    .impacts.filter(({ service, from }) => service === id && from < model.now)
    .map((impact) => ({ ...impact, to: Math.min(impact.to ?? model.now, model.now) }));
}

async function setZone(world: World, { zone }: Of<"zone">) {
  const { page, organization_id, ctx, model } = world;
  if (zone === model.zone) throw new Pointless();
  const target = { organization_id, subdomain: page.subdomain };
  await updateStatusPage(ctx, target, parseInput(UpdateStatusPage, { time_zone: zone }));
  await recountDays({ status_page_id: page.id });
  model.zone = zone;
}

async function correct(world: World, { service, back, seconds }: Of<"correct">) {
  const { model, page } = world;
  const { id } = pick(model.services, service);
  const day = dayOf(model.now - back * DAY, model.zone);
  const target = { subdomain: page.subdomain, service_id: id, day };
  const said = { downtime_seconds: seconds, reason: "Of the log" };
  const { downtime_seconds } = await correctDay(world.ctx, target, parseInput(CorrectDay, said));
  model.corrections = model.corrections.filter((one) => one.service !== id || one.day !== day);
  model.corrections.push({ service: id, day, zone: model.zone, seconds: downtime_seconds ?? 0 });
}

const PLAYS: { [Kind in Action["do"]]: (world: World, action: Of<Kind>) => Promise<void> } = {
  ...{ open, plan, say, "say of plan": say, edit, "take back": takeBack, restore, erase },
  ...{ "set type": setType, "set services": setServices, "set start": setStart },
  ...{ "set end": setEnd, "set impacts": setImpacts, "add service": add, move, toggle, remove },
  ...{ zone: setZone, correct },
};

const CHANGES_TREE: readonly Action["do"][] = ["move", "remove", "toggle", "add service"];

/**
 * Does an action through the data layer.
 * @returns false when it was refused, and did not happen for the model either
 */
export async function play(world: World, action: Action): Promise<boolean> {
  const { model } = world;
  model.now += action.gap;
  world.turn += 1;
  setClock(model.now);
  try {
    await (PLAYS[action.do] as (world: World, action: Action) => Promise<void>)(world, action);
    if (CHANGES_TREE.includes(action.do)) noteTree(model);
    return true;
  } catch (error) {
    const isRefused = error instanceof AppError && ["invalid", "not_found"].includes(error.code);
    if (!isRefused && !(error instanceof Pointless)) throw error;
    return false;
  }
}
