import type { Api } from "#tests/support/http/api.ts";
import { pathOf } from "#tests/support/http/subscription-calls.ts";
import { expect, test } from "#tests/support/test.ts";

type Import = {
  id: number;
  state: string;
  counts: Record<string, number>;
  preview: { address: string | null; filter: string | null }[];
  problems: { code: string }[];
  layout: { columns: { field: string | null }[] } | null;
};
type Answer = { subscription_import: Import };

const FILE = "Kontakt;Produkt\r\nada@x.example;Nichts\r\nbob@x.example;\r\n";

/** The imports of a page, as a client handles them. */
function importsOf(api: Api, subdomain: string) {
  const path = `${pathOf(subdomain)}/imports`;
  const csv = { headers: { "content-type": "text/csv" } };
  const send = (file: string) => api.post(`${path}?name=list.csv`, file, csv);
  const read = async (id: number) =>
    (await api.get(`${path}/${id}`)).json<Answer>().subscription_import;
  const put = (id: number, subscription_import: object) =>
    api.put(`${path}/${id}`, { subscription_import });
  const until = async (id: number, state: string) => {
    await expect.poll(async () => (await read(id)).state).toBe(state);
    return read(id);
  };
  return { path, send, read, put, until };
}

test("a client has a file checked, maps its columns, starts the import and reads how far it is", async ({
  api,
  organization,
}) => {
  const { subdomain } = organization.page;
  const imports = importsOf(api, subdomain);
  const sent = await imports.send(FILE);
  expect([sent.status, sent.json<Answer>().subscription_import.state]).toEqual([201, "checking"]);
  const { id } = sent.json<Answer>().subscription_import;
  const checked = await imports.until(id, "checked");
  expect(checked.layout?.columns.map(({ field }) => field)).toEqual(["email", null]);
  expect(checked.problems).toEqual([expect.objectContaining({ code: "unread" })]);
  expect((await imports.put(id, { fields: ["email", "services"] })).status).toBe(200);
  const again = await imports.until(id, "checked");
  expect(again.counts).toMatchObject({ added: 1, asked: 1, refused: 1 });
  expect(again.preview.map(({ address }) => address)).toEqual([null, "bob@x.example"]);
  const both = await imports.put(id, { state: "importing", header: "none" });
  expect(both.status).toBe(422);
  expect((await imports.put(id, { state: "importing" })).status).toBe(200);
  expect(await imports.until(id, "done")).toMatchObject({ counts: { added: 1 }, preview: [] });
  expect((await imports.put(id, { fields: ["email"] })).status).toBe(422);
  const list = (await api.get(imports.path)).json<{ subscription_imports: Import[] }>();
  expect(list.subscription_imports.map((one) => one.id)).toEqual([id]);
  expect((await api.delete(`${imports.path}/${id}`)).status).toBe(200);
  expect((await api.get(`${imports.path}/${id}`)).status).toBe(404);
  const kept = (await api.get(pathOf(subdomain))).json<{ subscriptions: { email: string }[] }>();
  expect(kept.subscriptions.map(({ email }) => email)).toEqual(["bob@x.example"]);
});

test("an empty file has no addresses, and a repeated request with another file is refused", async ({
  api,
  organization,
}) => {
  const imports = importsOf(api, organization.page.subdomain);
  const { id } = (await imports.send("")).json<Answer>().subscription_import;
  expect((await imports.until(id, "checked")).problems).toMatchObject([{ code: "no_address" }]);
  const keyed = { headers: { "content-type": "text/csv", "idempotency-key": "once" } };
  const send = (file: string) => api.post(imports.path, file, keyed);
  const [first, again] = [await send(FILE), await send(FILE)];
  expect(again.json()).toEqual(first.json());
  expect((await send(`${FILE}cem@x.example;`)).status).toBe(422);
});
