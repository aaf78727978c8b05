import sharp from "sharp";
import type { Incident } from "#lib/incidents/schema.ts";
import { expect, test } from "#tests/support/test.ts";

const metaOf = (html: string, name: string) =>
  new RegExp(`<meta (?:name|property)="${name}" content="([^"]*)"`).exec(html)?.[1];

test("a shared link tells what it leads to, with a picture of its own", async ({
  server,
  api,
  organization,
  service,
}) => {
  const { subdomain, name } = organization.page;
  const posted = await api.post(`/status_pages/${subdomain}/incidents`, {
    incident: {
      title: "Payments fail",
      type: "major",
      service_ids: [service],
      updates: [{ description: "**Cards** are\n\ndeclined" }],
    },
  });
  const { id } = posted.json<{ incident: Incident }>().incident;
  const start = (await server.visit(subdomain)).text;
  expect(metaOf(start, "description")).toContain(name);
  expect(metaOf(start, "og:site_name")).toBe(name);
  const page = (await server.visit(subdomain, `/incidents/${id}`)).text;
  expect(metaOf(page, "og:title")).toContain("Payments fail");
  expect(metaOf(page, "og:description")).toBe("Cards are declined");
  for (const [html, path] of [
    [start, "/og.png"],
    [page, `/incidents/${id}/og.png`],
  ] as const) {
    const address = new URL(metaOf(html, "og:image") ?? "");
    expect(address.pathname).toBe(path);
    const picture = await server.visit(subdomain, `${path}${address.search}`);
    expect([picture.status, picture.headers["content-type"]]).toEqual([200, "image/png"]);
    const { width, height } = await sharp(picture.bytes).metadata();
    expect([width, height]).toEqual([1200, 630]);
    const again = await server.visit(subdomain, `${path}${address.search}`);
    expect(again.headers["cache-status"]).toContain("hit");
  }
});

test("a picture is of the state at the next look, and of private services there is none", async ({
  server,
  api,
  organization,
  service,
}) => {
  const { subdomain } = organization.page;
  const picture = async (path = "/og.png") => {
    const { status, bytes } = await server.visit(subdomain, path);
    return { status, bytes };
  };
  const quiet = await picture();
  const incident = { title: "Down", type: "major", service_ids: [service] };
  const posted = await api.post(`/status_pages/${subdomain}/incidents`, { incident });
  const { id } = posted.json<{ incident: Incident }>().incident;
  expect(Buffer.compare((await picture()).bytes, quiet.bytes)).not.toBe(0);
  const open = await picture(`/incidents/${id}/og.png`);
  await api.put(`/status_pages/${subdomain}/services/${service}`, { service: { private: true } });
  expect([open.status, (await picture(`/incidents/${id}/og.png`)).status]).toEqual([200, 404]);
});
