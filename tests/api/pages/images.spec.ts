import sharp from "sharp";
import { bomb, DOT, picture } from "#tests/support/browser/pictures.ts";
import { mintOrganization } from "#tests/support/data/mint.ts";
import type { Api } from "#tests/support/http/api.ts";
import type { Response } from "#tests/support/http/http.ts";
import { expect, test } from "#tests/support/test.ts";

type Organization = { id: number; page: { subdomain: string } };
type Uploaded = { image: { image: string; url: string; width: number; height: number } };
type Record = { status_page: { [name: string]: unknown } };

const MIB = 1_048_576;

function pathOf({ id, page }: Organization): string {
  return `/orgs/${id}/status_pages/${page.subdomain}`;
}

function upload(
  api: Api,
  organization: Organization,
  image: string,
  body: Buffer,
  type = "application/octet-stream",
): Promise<Response> {
  const headers = { "content-type": type };
  return api.put(`${pathOf(organization)}/images/${image}`, body, { headers });
}

async function uploaded(...args: Parameters<typeof upload>): Promise<Uploaded["image"]> {
  const answer = await upload(...args);
  expect(answer.status, answer.text).toBe(200);
  return answer.json<Uploaded>().image;
}

const fileOf = (url: unknown) => new URL(String(url)).pathname;

test("an uploaded image is drawn anew, without metadata and no larger than its place, and the page shows it at its size", async ({
  api,
  organization,
  server,
}) => {
  const exif = { IFD0: { Copyright: "the-photographer" }, IFD3: { GPSLatitudeRef: "N" } };
  const photo = await picture(3_000, 1_000).withExif(exif).jpeg().toBuffer();
  expect(photo.toString("latin1")).toContain("the-photographer");
  const image = await uploaded(api, organization, "logo", photo, "image/jpeg");
  expect(image).toMatchObject({ image: "logo", width: 720, height: 240 });
  const { subdomain } = organization.page;
  expect(image.url).toMatch(
    new RegExp(`^${server.pageUrl(subdomain)}/images/[0-9a-f]{40}\\.webp$`),
  );
  const { status, headers, bytes } = await server.visit(subdomain, fileOf(image.url));
  expect(status).toBe(200);
  expect(headers).toMatchObject({
    "content-type": "image/webp",
    "x-content-type-options": "nosniff",
    "content-security-policy": "default-src 'none'; sandbox",
  });
  const { format, width, height, exif: left } = await sharp(bytes).metadata();
  expect({ format, width, height, left }).toEqual({ format: "webp", width: 720, height: 240 });
  expect(bytes.toString("latin1")).not.toContain("the-photographer");
  const record = (await api.get(pathOf(organization))).json<Record>().status_page;
  expect(record).toMatchObject({ logo: image.url, dark_logo: null, bg_image: null, favicon: null });
  const own = `src="${fileOf(image.url)}" width="720" height="240"`;
  expect((await server.visit(subdomain)).text).toContain(own);
  const under = `src="/s/${subdomain}${fileOf(image.url)}"`;
  expect((await server.request(`/s/${subdomain}`)).text).toContain(under);
  expect((await server.request(`/s/${subdomain}${fileOf(image.url)}`)).bytes).toEqual(bytes);
  const drawn = await server.visit(subdomain, "/og.png");
  expect([drawn.status, drawn.headers["content-type"]]).toEqual([200, "image/png"]);
});

test("browsers keep an image for good, caches on the way ask again, and the front has it in memory", async ({
  api,
  organization,
  server,
}) => {
  const { url } = await uploaded(api, organization, "logo", await picture(40, 20).png().toBuffer());
  const read = (headers = {}) =>
    server.visit(organization.page.subdomain, fileOf(url), { headers });
  const [first, again] = [await read(), await read()];
  expect(first.headers["cache-control"]).toBe(
    "public, max-age=31536000, s-maxage=60, stale-if-error=86400, immutable",
  );
  expect(first.headers["cdn-cache-control"]).toContain("max-age=60");
  expect(first.headers.vary).toBe("Accept-Encoding");
  expect(again.headers["cache-status"]).toBe("allclear; hit");
  expect((await read({ "if-none-match": first.headers.etag })).status).toBe(304);
});

test("a file is what its content says, whatever it is sent as", async ({ api, organization }) => {
  for (const format of ["png", "jpeg", "webp", "gif", "avif"] as const) {
    const body = await picture(30, 10).toFormat(format).toBuffer();
    for (const type of ["application/x-www-form-urlencoded", "image/svg+xml", "text/html"]) {
      const image = await uploaded(api, organization, "bg_image", body, type);
      expect([format, image.width, image.height]).toEqual([format, 30, 10]);
    }
  }
});

const NO_PICTURES: [string, Buffer][] = [
  ["nothing", Buffer.alloc(0)],
  ["a text", Buffer.from("GIF89a is how they begin")],
  ["a drawing without a size or content", Buffer.from("<!-- --><SVG/>")],
  ["a document", Buffer.from("<!doctype html><script>parent.hit = 1</script>")],
  ["a PDF", Buffer.from("%PDF-1.7\n1 0 obj")],
  ["half a picture", Buffer.concat([DOT.subarray(0, 50)])],
  ["a picture of 900 megapixels", bomb(30_000, 30_000)],
  ["a picture of 4 million pixels in a row", bomb(4_000_000, 1)],
];
test("what is no such picture is refused with the reason, and nothing is changed", async ({
  api,
  organization,
  database,
}) => {
  const refused = async (body: Buffer) => {
    const { status, text } = await upload(api, organization, "logo", body, "image/png");
    expect(status, text).toBe(422);
    return (JSON.parse(text) as { errors: { image: string[] } }).errors.image.join();
  };
  for (const [name, body] of NO_PICTURES)
    expect(await refused(body), name).toMatch(/^must be an intact PNG, JPEG/);
  const large = await upload(api, organization, "logo", Buffer.alloc(2 * MIB + 1));
  expect([large.status, large.text]).toEqual([
    413,
    '{"error":413,"message":"The body is larger than 2 MiB"}',
  ]);
  expect((await upload(api, organization, "portrait", DOT)).status).toBe(404);
  const own = database.selectFrom("images").where("status_page_id", "=", organization.page.id);
  expect(await own.select("id").execute()).toEqual([]);
  expect((await api.get(pathOf(organization))).json<Record>().status_page.logo).toBeNull();
});

test("what hangs on a picture does not come along", async ({ api, organization, server }) => {
  const script = "<script>hit('polyglot')</script>";
  for (const body of [
    Buffer.concat([await picture(20, 20).png().toBuffer(), Buffer.from(script)]),
    await picture(20, 20)
      .withXmp(`<x:xmpmeta xmlns:x="adobe:ns:meta/">${script}</x:xmpmeta>`)
      .jpeg()
      .toBuffer(),
  ]) {
    expect(body.toString("latin1")).toContain(script);
    const { url } = await uploaded(api, organization, "logo", body);
    const { bytes } = await server.visit(organization.page.subdomain, fileOf(url));
    expect(bytes.toString("latin1")).not.toContain("script");
  }
});

test("a favicon becomes two PNGs, 32 and 180 pixels wide; a logo has a dark variant", async ({
  api,
  organization,
  server,
}) => {
  const { subdomain } = organization.page;
  const [wide, dark] = [picture(400, 100), picture(400, 100, "#ffffff")];
  const { url } = await uploaded(api, organization, "favicon", await wide.png().toBuffer());
  await uploaded(api, organization, "logo", await wide.png().toBuffer());
  const darkLogo = await uploaded(api, organization, "dark_logo", await dark.png().toBuffer());
  const { text } = await server.visit(subdomain);
  const touch = /<link rel="apple-touch-icon" href="([^"]+)"/.exec(text)?.[1] ?? "";
  expect(text).toContain(`<link rel="icon" type="image/png" sizes="32x32" href="${fileOf(url)}"`);
  for (const [file, size] of [
    [fileOf(url), 32],
    [touch, 180],
  ] as const) {
    const { bytes, headers } = await server.visit(subdomain, file);
    expect(headers["content-type"]).toBe("image/png");
    const { format, width, height } = await sharp(bytes).metadata();
    expect({ format, width, height }).toEqual({ format: "png", width: size, height: size });
  }
  expect(text).toMatch(
    new RegExp(
      `<source media="\\(prefers-color-scheme: dark\\)" srcSet="${fileOf(darkLogo.url)}"`,
      "i",
    ),
  );
});

test("an image that was replaced, taken away or deleted with its page is nowhere any more", async ({
  api,
  organization,
  server,
  database,
}) => {
  const { subdomain, id } = organization.page;
  const status = async (url: string) => (await server.visit(subdomain, fileOf(url))).status;
  const rows = () =>
    database.selectFrom("images").select("image").where("status_page_id", "=", id).execute();
  const first = await uploaded(api, organization, "favicon", await picture(9, 9).png().toBuffer());
  expect(await status(first.url)).toBe(200);
  const second = await uploaded(api, organization, "favicon", DOT);
  expect([await status(first.url), await status(second.url)]).toEqual([404, 200]);
  expect(await rows()).toHaveLength(2);
  const address = `${pathOf(organization)}/images/favicon`;
  expect([(await api.delete(address)).text, (await api.delete(address)).status]).toEqual([
    '""',
    404,
  ]);
  expect(await status(second.url)).toBe(404);
  expect((await server.visit(subdomain)).text).not.toContain("apple-touch-icon");
  await uploaded(api, organization, "logo", DOT);
  await api.as(organization.keys.owner).delete(pathOf(organization));
  expect(await rows()).toEqual([]);
});

test("images of a page that not everybody may see obey its gate, and another page does not have them", async ({
  api,
  organization,
  server,
  database,
}) => {
  const { subdomain } = organization.page;
  const { url } = await uploaded(api, organization, "logo", DOT);
  const other = await mintOrganization(database);
  expect((await server.visit(other.page.subdomain, fileOf(url))).status).toBe(404);
  expect((await server.visit(subdomain, fileOf(url))).status).toBe(200);
  const restricted = { status_page: { member_restricted: true } };
  expect((await api.put(pathOf(organization), restricted)).status).toBe(200);
  const refused = await server.visit(subdomain, fileOf(url));
  expect([refused.status, refused.headers["content-type"]]).toEqual([
    403,
    "text/plain; charset=utf-8",
  ]);
  const headers = { authorization: organization.keys.viewer };
  const allowed = await server.visit(subdomain, fileOf(url), { headers });
  expect([allowed.status, allowed.headers["cache-control"]]).toEqual([200, "private, no-store"]);
});
