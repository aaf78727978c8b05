import { readFileSync } from "node:fs";
import { mintService } from "#tests/support/data/mint.ts";
import { expect, test } from "#tests/support/test.ts";

const DOCUMENT = readFileSync("docs/appearance.md", "utf8");
const [, TABLE = ""] = /### Names to style\n([\s\S]*?)\n## /.exec(DOCUMENT) ?? [];
const NAMES = Array.from(TABLE.matchAll(/^\| (`[^|]+`) \|/gm), ([, cell = ""]) => cell)
  .flatMap((cell) => Array.from(cell.matchAll(/`([.#])([a-z]+)`/g)))
  .map(([name, sign, word = ""]) => ({ name, sign, word }));

function isOn(html: string, { sign, word }: (typeof NAMES)[number]): boolean {
  const values = html.matchAll(sign === "#" ? /\sid="([^"]*)"/g : /\sclass="([^"]*)"/g);
  return Array.from(values).some(([, value = ""]) => value.split(" ").includes(word));
}

test("a page has every name that its documentation offers to style", async ({
  server,
  api,
  organization,
  database,
}) => {
  const { id, subdomain } = organization.page;
  const day = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 19);
  const [shop, till] = [await mintService(database, id), await mintService(database, id)];
  const open = async (incident: object) => {
    const updates = [{ description: "All at **work**" }, { description: "Found" }];
    const body = { incident: { title: "Slow", updates, ...incident } };
    const answer = await api.post(`/status_pages/${subdomain}/incidents`, body);
    expect(answer.status, answer.text).toBe(201);
    return answer.json<{ incident: { id: number } }>().incident.id;
  };
  await open({ type: "major", service_ids: [shop] });
  const incident = await open({ type: "minor", service_ids: [till] });
  const planned = { starts_at: day(1), ends_at: day(2) };
  await open({ type: "scheduled", service_ids: [till], ...planned });
  const pages = [
    await server.visit(subdomain, "/"),
    await server.visit(subdomain, `/incidents/${incident}`),
    await server.visit(organization.page.subdomain, "/history"),
  ];
  const html = pages.map(({ text }) => text).join("");
  expect(NAMES.length).toBeGreaterThan(20);
  expect(NAMES.filter((name) => !isOn(html, name)).map(({ name }) => name)).toEqual([]);
});
