import { DOT } from "#tests/support/browser/pictures.ts";
import { EFFECTS } from "#tests/support/data/effects.ts";
import {
  addService,
  type Effect,
  recordPath,
  visit,
  type World,
} from "#tests/support/effects/effect.ts";
import { expect, test } from "#tests/support/test.ts";

async function change(world: World, status_page: object): Promise<void> {
  const { status, text } = await world.api.put(recordPath(world), { status_page });
  expect(status, text).toBe(200);
}

async function apply(world: World, { set }: Effect): Promise<void> {
  if (typeof set === "function") await set(world);
  else await change(world, set);
}

for (const [name, effect] of Object.entries(EFFECTS)) {
  test(`the setting ${name} has its effect on the very next read`, async ({
    server,
    api,
    database,
    organization,
    service,
  }) => {
    const world = { server, api, database, organization, service };
    if (effect.before) await change(world, effect.before);
    await effect.on?.(world);
    expect(await effect.seen(world), "before").toBe(false);
    await apply(world, effect);
    expect(await effect.seen(world), "after").toBe(true);
  });
}

const CODE = {
  custom_css: "p{marker:css}",
  custom_header: "<i>marker-header</i>",
  custom_footer: "<i>marker-footer</i>",
  head_code: "<meta name=marker-head>",
  custom_js: "markerJs()",
};

test("an operator's code is on the page's own host, and nowhere under the application's", async ({
  server,
  api,
  database,
  organization,
  service,
}) => {
  const world = { server, api, database, organization, service };
  await change(world, CODE);
  const markers = /marker[:-]?\w+/gi;
  const { subdomain } = organization.page;
  for (const path of ["/", `/services/${service}`, "/nothing-here"]) {
    const own = (await visit(world, path)).text.match(markers) ?? [];
    expect([path, new Set(own).size]).toEqual([path, Object.keys(CODE).length]);
    const under = await server.request(`/s/${subdomain}${path === "/" ? "" : path}`);
    expect([path, under.text.match(markers)]).toEqual([path, null]);
    expect(under.headers["content-security-policy"]).not.toContain("unsafe-inline");
  }
});

test("search engines are asked to leave every representation of a page alone, once that is set", async ({
  server,
  api,
  database,
  organization,
  service,
}) => {
  const world = { server, api, database, organization, service };
  const { subdomain } = organization.page;
  const image = await api.put(`${recordPath(world)}/images/logo`, DOT);
  const { pathname } = new URL(image.json<{ image: { url: string } }>().image.url);
  const own = ["/", "/rss", "/atom", "/calendar.ics", `/services/${service}`, "/nothing", pathname];
  const reads = ["status", "summary", "incidents"].map(
    (read) => `/api/v2/status_pages/${subdomain}/${read}`,
  );
  const under = [`/s/${subdomain}`, ...reads];
  const tags = async () => {
    const answers = [
      ...(await Promise.all(own.map((path) => visit(world, path)))),
      ...(await Promise.all(under.map((path) => server.request(path)))),
    ];
    return answers.map(({ headers }) => headers["x-robots-tag"]);
  };
  const everything = [...own, ...under];
  expect(await tags()).toEqual(everything.map(() => undefined));
  await change(world, { noindex: true });
  expect(await tags()).toEqual(everything.map(() => "noindex"));
  expect((await visit(world)).text).toContain('<meta name="robots" content="noindex"/>');
});

test("planned maintenance never stands above an open incident, wherever the services are", async ({
  server,
  api,
  database,
  organization,
  service,
}) => {
  const world = { server, api, database, organization, service };
  await EFFECTS.current_incidents_position?.on?.(world);
  await EFFECTS.scheduled_maintenance_days?.on?.(world);
  for (const position of ["above_services", "below_services"]) {
    await change(world, { current_incidents_position: position, scheduled_maintenance_days: 28 });
    const { text } = await visit(world);
    const places = ["It broke", "We rebuild"].map((title) => text.indexOf(`>${title}<`));
    expect([position, places.every((place) => place > 0)]).toEqual([position, true]);
    expect(places, position).toEqual(places.toSorted((a, b) => a - b));
  }
});

test("a service's own switch hides its graph, the others keep theirs", async ({
  server,
  api,
  database,
  organization,
  service,
}) => {
  const world = { server, api, database, organization, service };
  const graphs = async () => (await visit(world)).text.split('<svg class="b"').length - 1;
  const ids = [await addService(world), await addService(world)];
  const before = await graphs();
  const path = `/status_pages/${organization.page.subdomain}/services/${ids[0]}`;
  const off = { service: { display_uptime_graph: false } };
  expect((await api.put(path, off)).status).toBe(200);
  expect([before, await graphs()]).toEqual([2, 1]);
});

test("notices that are switched off are nowhere: not on the page, in feeds or at their address", async ({
  server,
  api,
  database,
  organization,
  service,
}) => {
  const world = { server, api, database, organization, service };
  await EFFECTS.info_notices_enabled?.on?.(world);
  const start = await visit(world);
  const address = /href="(\/info_notices\/\d+)"/.exec(start.text)?.[1] ?? "";
  const shown = async () =>
    Promise.all(
      ["/", "/rss", "/atom", address].map(async (path) =>
        (await visit(world, path)).text.includes("We move"),
      ),
    );
  expect(await shown()).toEqual([true, true, true, true]);
  await change(world, { info_notices_enabled: false });
  expect(await shown()).toEqual([false, false, false, false]);
});
