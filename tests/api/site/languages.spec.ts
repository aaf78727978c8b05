import { UNSPOKEN } from "#tests/support/data/languages.ts";
import { mintService } from "#tests/support/data/mint.ts";
import { expect, test } from "#tests/support/test.ts";

test("a page's default language is read by who asks for no language of it, and is told", async ({
  server,
  api,
  organization,
}) => {
  const { subdomain } = organization.page;
  const path = `/orgs/${organization.id}/status_pages/${subdomain}`;
  const langOf = async (accept: string, at = "/") => {
    const headers = accept ? { "accept-language": accept } : undefined;
    const { text } = await server.visit(subdomain, at, { headers });
    return text.match(/<html lang="([\w-]+)" dir="ltr"/)?.[1];
  };
  expect([await langOf(UNSPOKEN), await langOf(""), await langOf("de")]).toEqual([
    "en",
    "en",
    "de",
  ]);
  const put = await api.put(path, { status_page: { default_language: "de_at" } });
  expect(put.json<{ status_page: object }>().status_page).toMatchObject({
    default_language: "de-AT",
    languages: [],
  });
  expect([await langOf(UNSPOKEN), await langOf(""), await langOf("en")]).toEqual([
    "de",
    "de",
    "en",
  ]);
  const summary = await server.request(`/api/v2/status_pages/${subdomain}/summary`);
  expect(summary.json<{ status_page: object }>().status_page).toMatchObject({
    default_lang: "de-AT",
  });
  await api.put(path, { status_page: { languages: ["de"] } });
  expect([await langOf("en"), await langOf("en", "/?lang=en")]).toEqual(["de", "de"]);
  expect((await server.visit(subdomain, "/")).text).not.toContain("hrefLang");
  await api.put(path, { status_page: { languages: [], default_language: "en" } });
  expect((await server.visit(subdomain, "/")).text).toContain('hrefLang="de" lang="de">Deutsch');
});

test("what is no language is refused and changes nothing", async ({ api, organization }) => {
  const path = `/orgs/${organization.id}/status_pages/${organization.page.subdomain}`;
  for (const status_page of [{ default_language: "German" }, { languages: ["en", "d"] }]) {
    const refused = await api.put(path, { status_page });
    expect(refused.status).toBe(422);
    expect(refused.text).toContain("must be a language such as de or pt-BR");
  }
  expect((await api.get(path)).json<{ status_page: object }>().status_page).toMatchObject({
    default_language: "en",
    languages: [],
  });
});

test("what is not in the language of its document says which it is in", async ({
  server,
  api,
  organization,
  database,
}) => {
  const { id, subdomain } = organization.page;
  const service = await mintService(database, id, { name: "Checkout" });
  const named = { name: "Anmeldung" };
  await api.put(`/status_pages/${subdomain}/services/${service}`, {
    service: { translations: { de_AT: named } },
  });
  const posted = await api.post(`/status_pages/${subdomain}/incidents`, {
    incident: {
      title: "Payments fail",
      type: "major",
      service_ids: [service],
      translations: { "de-DE": { title: "Zahlungen scheitern" } },
      updates: [{ description: "Cards are declined" }],
    },
  });
  expect(posted.status).toBe(201);
  const german = (await server.visit(subdomain, "/?lang=de")).text;
  expect(german).toContain('lang="de-DE">Zahlungen scheitern</a>');
  expect(german).toContain('<span lang="de-AT">Anmeldung</span>');
  expect(german).toMatch(/<div class="md" lang="en"><p>Cards are declined/);
  const english = (await server.visit(subdomain, "/?lang=en")).text;
  expect(english).toMatch(/<a href="[^"]*">Payments fail<\/a>/);
  expect(english).toMatch(/<div class="md"><p>Cards are declined/);
  const atom = (await server.visit(subdomain, "/atom?lang=de")).text;
  expect(atom).toContain('xml:lang="de"');
  expect(atom).toContain("Zahlungen scheitern");
  expect(atom).toMatch(/<div lang="en"><p>Cards are declined/);
});

test("a page is rendered once for a language, whatever header asks for it", async ({
  server,
  organization,
}) => {
  const { subdomain } = organization.page;
  const see = async (accept: string) => {
    const { headers } = await server.visit(subdomain, "/", {
      headers: { "accept-language": accept },
    });
    return String(headers["cache-status"]);
  };
  for (const first of ["de", "en", UNSPOKEN]) await see(first);
  for (const accept of [
    "de-AT",
    "de_CH;q=0.3",
    "en-NZ,de",
    "x-random-1,zz",
    "*",
    "de;q=0",
    "zh-TW",
  ])
    expect(await see(accept), accept).toBe("allclear; hit");
});
