import { sql } from "kysely";
import type { Db } from "#db/index.ts";
import { authorize } from "#lib/core/access/authorize.ts";
import { parseInput } from "#lib/core/fields/validation.ts";
import { systemContext } from "#lib/core/request/context.ts";
import { deleteUpdate } from "#lib/incidents/change-update.ts";
import { createIncident } from "#lib/incidents/create.ts";
import { createDraft } from "#lib/incidents/drafts/drafts.ts";
import { DraftFields } from "#lib/incidents/drafts/schema.ts";
import { createInfoNotice } from "#lib/incidents/info-notices/create.ts";
import { CreateInfoNotice } from "#lib/incidents/info-notices/schema.ts";
import { deletePicture } from "#lib/incidents/pictures/delete-picture.ts";
import { prunePictures } from "#lib/incidents/pictures/prune-pictures.ts";
import { measurePictures } from "#lib/incidents/pictures/queries.ts";
import { MAX_PICTURES_MIB } from "#lib/incidents/pictures/schema.ts";
import { assertRoom, uploadPicture } from "#lib/incidents/pictures/upload-picture.ts";
import { getIncident } from "#lib/incidents/read.ts";
import { CreateIncident } from "#lib/incidents/schema.ts";
import { CreateIncidentTemplate } from "#lib/incidents/templates/schema.ts";
import { createIncidentTemplate } from "#lib/incidents/templates/templates.ts";
import { loadImage } from "#lib/pages/images/images.ts";
import { DAY_SECONDS, shiftClock, wireNow } from "#lib/platform/clock.ts";
import { MIB } from "#lib/platform/http/protocol.ts";
import { picture } from "#tests/support/browser/pictures.ts";
import { mintOrganization, mintService } from "#tests/support/data/mint.ts";
import { expect, test } from "#tests/support/test.ts";

const NOT_FOUND = { code: "not_found" };
const MONTH_MS = 31 * DAY_SECONDS * 1_000;

let drawn = 0;
function someBytes(): Promise<Buffer> {
  drawn += 1;
  return picture(30 + drawn, 20)
    .png()
    .toBuffer();
}

async function filesOf(db: Db, page: number): Promise<string[]> {
  const rows = await db
    .selectFrom("images")
    .select("file")
    .where("status_page_id", "=", page)
    .execute();
  return rows.map(({ file }) => `/images/${file}`).sort();
}

test("a picture is stored once by its content, without metadata, on white, no larger than shown", async ({
  database,
  organization: { page },
}) => {
  const ctx = systemContext(database, "test");
  const exif = { IFD0: { Copyright: "the-photographer" }, IFD3: { GPSLatitudeRef: "N" } };
  const photo = await picture(3_200, 100, "#0000").withExif(exif).png().toBuffer();
  const first = await uploadPicture(ctx, page, photo);
  expect(first).toMatchObject({ width: 1_600, height: 50 });
  expect(first.address).toMatch(/^\/images\/[0-9a-f]{40}-1600x50\.webp$/);
  expect(first.url).toMatch(new RegExp(`^https?://${page.subdomain}\\..*${first.address}$`));
  expect(await uploadPicture(ctx, page, photo)).toEqual(first);
  expect(await filesOf(database, page.id)).toEqual([first.address]);
  const file = first.address.slice("/images/".length);
  const body = await loadImage(ctx, { ...page, file });
  expect(body.toString("latin1")).not.toContain("the-photographer");
  const { default: sharp } = await import("sharp");
  const { channels, dominant } = await sharp(body).stats();
  expect([channels.length, dominant.r > 240]).toEqual([3, true]);
  await expect(uploadPicture(ctx, page, Buffer.from("no picture"))).rejects.toMatchObject({
    fields: { image: [{ code: "bad_image" }] },
  });
});

test("another page's picture is not there, whoever writes its address", async ({
  database,
  organization: { page },
}) => {
  const ctx = systemContext(database, "test");
  const other = await mintOrganization(database);
  const { address } = await uploadPicture(ctx, other.page, await someBytes());
  const file = address.slice("/images/".length);
  await expect(loadImage(ctx, { ...page, file })).rejects.toMatchObject(NOT_FOUND);
  expect((await loadImage(ctx, { ...other.page, file })).length).toBeGreaterThan(0);
});

test("answers have whole addresses in HTML, and the Markdown as it was written", async ({
  database,
  organization: { page },
}) => {
  const ctx = systemContext(database, "test");
  const { address, url } = await uploadPicture(ctx, page, await someBytes());
  const description = `![graph](${address})`;
  const service = await mintService(database, page.id);
  const input = {
    title: "Slow",
    type: "minor",
    service_ids: [service],
    updates: [{ description }],
  };
  const created = await createIncident(ctx, page, parseInput(CreateIncident, input));
  const read = await getIncident(ctx, { ...page, incident_id: created.id });
  for (const { updates } of [created, read]) {
    expect(updates[0]).toMatchObject({ description });
    expect(updates[0]?.description_html).toContain(`<img src="${url}" alt="graph"`);
  }
});

test("a deleted picture is gone at once, for this page alone, and is deleted once", async ({
  database,
  organization: { page },
}) => {
  const ctx = systemContext(database, "test");
  const bytes = await someBytes();
  const other = await mintOrganization(database);
  const { address } = await uploadPicture(ctx, page, bytes);
  await uploadPicture(ctx, other.page, bytes);
  const target = { ...page, file: address.slice("/images/".length) };
  const before = wireNow();
  shiftClock(60_000);
  try {
    await deletePicture(ctx, target);
  } finally {
    shiftClock(0);
  }
  await expect(loadImage(ctx, target)).rejects.toMatchObject(NOT_FOUND);
  const withdrawn = database
    .selectFrom("status_pages")
    .select("id")
    .where("id", "in", [page.id, other.page.id])
    .where("withdrawn_at", ">", before);
  expect(await withdrawn.execute()).toEqual([{ id: page.id }]);
  expect(await filesOf(database, other.page.id)).toEqual([address]);
  await expect(deletePicture(ctx, target)).rejects.toMatchObject(NOT_FOUND);
});

test("pictures of a page have a limit of bytes, and a refusal says how many are used", async ({
  database,
  organization: { page },
}) => {
  const ctx = systemContext(database, "test");
  await uploadPicture(ctx, page, await someBytes());
  const grant = await authorize(ctx, "incident.write", page);
  const { count, bytes } = await database
    .transaction()
    .execute((trx) => measurePictures(trx, grant));
  const { body } = await database
    .selectFrom("images")
    .select("body")
    .where("status_page_id", "=", page.id)
    .executeTakeFirstOrThrow();
  expect([count, bytes]).toEqual([1, body.length]);
  const max = MAX_PICTURES_MIB * MIB;
  assertRoom(max - body.length, [{ body }]);
  expect(() => assertRoom(max - body.length + 1, [{ body }])).toThrow(
    expect.objectContaining({
      fields: { base: [{ code: "pictures_full", values: { max: 1_024, used: 1_024 } }] },
    }),
  );
});

test("pages are pruned though the pictures of one cannot be", async ({
  database,
  organization,
}) => {
  const ctx = systemContext(database, "test");
  const other = await mintOrganization(database);
  for (const { page } of [organization, other]) await uploadPicture(ctx, page, await someBytes());
  const id = sql.lit(organization.page.id);
  await sql`create function refuse() returns trigger language plpgsql
    as $$ begin raise 'refused'; end $$`.execute(database);
  await sql`create trigger refuse before delete on images for each row
    when (old.status_page_id = ${id}) execute function refuse()`.execute(database);
  shiftClock(MONTH_MS);
  try {
    await prunePictures();
    expect(await filesOf(database, organization.page.id)).toHaveLength(1);
    expect(await filesOf(database, other.page.id)).toEqual([]);
  } finally {
    shiftClock(0);
    await sql`drop function refuse() cascade`.execute(database);
  }
});

test("pictures that no text has used for a month are deleted, used ones never", async ({
  database,
  organization: { page },
}) => {
  const ctx = systemContext(database, "test");
  const upload = async () => (await uploadPicture(ctx, page, await someBytes())).address;
  const used: string[] = [];
  const use = async () => {
    used.push(await upload());
    return `Look: ![it](${used.at(-1)})`;
  };
  const service_ids = [await mintService(database, page.id)];
  const fields = { title: "Slow", type: "minor", service_ids };
  const translations = { de: { description: await use() } };
  const posted = await createIncident(
    ctx,
    page,
    parseInput(CreateIncident, {
      ...fields,
      updates: [{ description: await use() }, { description: "Both", translations }],
    }),
  );
  const update = { updates: [{ description: await use() }] };
  await createDraft(ctx, page, parseInput(DraftFields, { title: "Maybe", ...update }));
  const notice = { title: "Hello", ...update, featured_from: "2026-11-01T00:00:00" };
  await createInfoNotice(ctx, page, parseInput(CreateInfoNotice, notice));
  const template = { name: "Slow", title: "Slow", description: await use() };
  await createIncidentTemplate(ctx, page, parseInput(CreateIncidentTemplate, template));
  const unused = await upload();
  const other = await mintOrganization(database);
  const stolen = { title: "x", updates: [{ description: `![x](${unused})` }] };
  await createDraft(ctx, other.page, parseInput(DraftFields, stolen));

  await prunePictures();
  expect(await filesOf(database, page.id)).toEqual([...used, unused].sort());
  shiftClock(MONTH_MS);
  try {
    const renewed = await upload();
    await prunePictures();
    expect(await filesOf(database, page.id)).toContain(renewed);
    expect(await filesOf(database, page.id)).not.toContain(unused);
    expect(await filesOf(database, page.id)).toEqual(expect.arrayContaining(used));
    const [{ id: update_id } = { id: 0 }] = posted.updates.filter(({ description }) =>
      description.startsWith("Look"),
    );
    await deleteUpdate(ctx, { ...page, incident_id: posted.id, update_id });
    await prunePictures();
    // It can still be restored.
    expect(await filesOf(database, page.id)).toEqual(expect.arrayContaining(used));
  } finally {
    shiftClock(0);
  }
});
