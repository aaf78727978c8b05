import { authorize } from "#lib/core/access/authorize.ts";
import { Restricted } from "#lib/core/access/restriction.ts";
import { linkContext } from "#lib/site/gate.ts";
import { changeChoice, renewLink } from "#lib/subscribers/sign-up/manage.ts";
import { readOwnSubscription } from "#lib/subscribers/sign-up/read.ts";
import type { Choice } from "#lib/subscribers/sign-up/schema.ts";
import { unsubscribe } from "#lib/subscribers/sign-up/unsubscribe.ts";
import { mintPage, mintService } from "#tests/support/data/mint.ts";
import { subscriptionsOf, visitor } from "#tests/support/data/subscribers.ts";
import { insertLinked } from "#tests/support/data/subscription-links.ts";
import { expect, test } from "#tests/support/test.ts";

const RESTRICTIONS = [{ restricted_ips: "192.0.2.0/24" }, { member_restricted: true }];

test("who holds the link to a subscription of a restricted page sees their services and nothing else", async ({
  database,
  organization,
}) => {
  for (const restriction of RESTRICTIONS) {
    const page = await mintPage(database, organization.id, {
      ...restriction,
      settings: { about: "Of members", display_about: true },
    });
    const own = await mintService(database, page.id, { name: "Own" });
    const kept = await mintService(database, page.id, { name: "Kept" });
    await mintService(database, page.id, { name: "Below", parent_id: own });
    await mintService(database, page.id, { name: "Other" });
    const hidden = await mintService(database, page.id, { name: "Hidden", private: true });
    const { token } = await insertLinked(database, page.id, [own, kept, hidden]);
    const target = { subdomain: page.subdomain, token, purpose: "manage" } as const;
    await expect(readOwnSubscription(visitor(database), target)).rejects.toThrow(Restricted);
    const ctx = await linkContext(visitor(database), target);
    if (!ctx) throw new Error("the link opens nothing");
    const { snapshot, incident, isByLink } = await readOwnSubscription(ctx, target);
    expect(snapshot.services.map(({ name }) => name)).toEqual(["Own", "Kept"]);
    expect(JSON.stringify(snapshot)).not.toMatch(/Below|Other|Hidden|Of members/);
    expect({ incident, isByLink }).toEqual({ incident: null, isByLink: true });
    await expect(authorize(ctx, "page.read", target)).rejects.toMatchObject({ code: "not_found" });
    const elsewhere = await mintPage(database, organization.id, restriction);
    await expect(authorize(ctx, "page.visit", elsewhere)).rejects.toThrow(Restricted);
  }
});

test("they change language and style, give up services, renew the link and end it, but take nothing more", async ({
  database,
  organization,
}) => {
  for (const restriction of RESTRICTIONS) {
    const page = await mintPage(database, organization.id, restriction);
    const own = await mintService(database, page.id);
    const kept = await mintService(database, page.id);
    const other = await mintService(database, page.id);
    const { token } = await insertLinked(database, page.id, [own, kept]);
    const target = { subdomain: page.subdomain, token, purpose: "manage" } as const;
    const ctx = await linkContext(visitor(database), target);
    if (!ctx) throw new Error("the link opens nothing");
    const choose = (input: object) => changeChoice(ctx, target, input, "de");
    const state = async () => {
      const [row] = await subscriptionsOf(database, page.id);
      const { own: read } = await readOwnSubscription(ctx, target);
      return [row?.filter, row?.style, row?.locale, read?.service_ids];
    };
    for (const input of [{}, { filter: "all" }, { filter: "incident_types" }]) {
      await choose({ ...input, style: "living_message" });
      expect(await state()).toEqual(["services", "living_message", "de", [own, kept]]);
    }
    for (const [service_ids, code] of [
      [[own, other], "unknown"],
      [[], "none_chosen"],
    ])
      await expect(choose({ filter: "services", service_ids })).rejects.toMatchObject({
        fields: { service_ids: [{ code }] },
      });
    await choose({ filter: "services", service_ids: [kept] });
    expect((await state()).at(-1)).toEqual([kept]);
    await expect(choose({ filter: "services", service_ids: [own] })).rejects.toThrow();
    await unsubscribe(ctx, { ...target, token: await renewLink(ctx, target) });
    expect(await subscriptionsOf(database, page.id)).toEqual([]);
  }
});

test("a subscription to everything stays one, whatever is sent with its link", async ({
  database,
  organization,
}) => {
  const page = await mintPage(database, organization.id, { member_restricted: true });
  const service = await mintService(database, page.id);
  const { token } = await insertLinked(database, page.id, []);
  const target = { subdomain: page.subdomain, token, purpose: "manage" } as const;
  const ctx = await linkContext(visitor(database), target);
  if (!ctx) throw new Error("the link opens nothing");
  const inputs: Choice[] = [{}, { filter: "services", service_ids: [service] }];
  for (const input of inputs) {
    await changeChoice(ctx, target, input, "fr");
    expect(await subscriptionsOf(database, page.id)).toMatchObject([
      { filter: "all", locale: "fr" },
    ]);
  }
  expect((await readOwnSubscription(ctx, target)).snapshot.services).toEqual([]);
});

test("a wrong token opens nothing, nor does any the draft of a page", async ({
  database,
  organization,
}) => {
  const page = await mintPage(database, organization.id, { draft: true, member_restricted: true });
  const { token } = await insertLinked(database, page.id, []);
  const target = { subdomain: page.subdomain, token, purpose: "manage" } as const;
  const wrong = { ...target, token: "x".repeat(32) };
  expect(await linkContext(visitor(database), wrong)).toBeNull();
  const ctx = await linkContext(visitor(database), target);
  expect(ctx).not.toBeNull();
  await expect(authorize(ctx ?? visitor(database), "page.visit", page)).rejects.toMatchObject({
    barrier: "draft",
  });
});
