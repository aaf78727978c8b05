import { parseInput } from "#lib/core/fields/validation.ts";
import { systemContext } from "#lib/core/request/context.ts";
import { renewJoinLink } from "#lib/pages/join-links/link.ts";
import { UpdateStatusPage } from "#lib/pages/schema.ts";
import { updateStatusPage } from "#lib/pages/update.ts";
import { expect, test } from "#tests/support/test.ts";

test("the default language is always one of the languages, whichever is set first", async ({
  database,
  organization: { id: organization_id, page },
}) => {
  const ctx = systemContext(database, "test");
  const change = async (settings: object) => {
    const input = parseInput(UpdateStatusPage, settings);
    const target = { organization_id, subdomain: page.subdomain };
    return (await updateStatusPage(ctx, target, input)).languages;
  };
  expect(await change({ default_language: "fr" })).toEqual([]);
  expect(await change({ languages: ["de", "en"] })).toEqual(["de", "en", "fr"]);
  expect(await change({ default_language: "pt-BR" })).toEqual(["de", "en", "fr", "pt-BR"]);
  expect(await change({ default_language: "de", languages: ["de"] })).toEqual(["de"]);
});

test("a page that nobody needs to join gets no link to join it", async ({
  database,
  organization: { page },
}) => {
  const ctx = systemContext(database, "test");
  const nobody = { fields: { base: [{ code: "nobody_joins" }] } };
  await expect(renewJoinLink(ctx, page)).rejects.toMatchObject(nobody);
  await database
    .updateTable("status_pages")
    .set({ member_restricted: true })
    .where("id", "=", page.id)
    .execute();
  expect((await renewJoinLink(ctx, page)).url).toContain("/join/");
});
