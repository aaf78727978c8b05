import { expect, test } from "@playwright/test";
import { referenceOf } from "#lib/api/reference/reference.ts";
import { placeOf } from "#lib/core/routes/place.ts";
import { allows, document } from "#tests/support/http/document.ts";

type Content = { content?: Record<string, { schema: object }> };
type Operation = { operationId: string; requestBody?: Content; responses: Record<string, Content> };

const HOST = "localhost:3000";
const reference = referenceOf(document as unknown as Record<string, unknown>, `http://${HOST}`);
const operations = reference.parts.flatMap((part) => part.operations);
const documented = Object.values(document.paths)
  .flatMap((methods) => Object.values(methods))
  .map((operation) => operation as unknown as Operation);

function schemaOf(of: Content | undefined): object | undefined {
  return of?.content?.["application/json"]?.schema;
}

test("the reference has every operation of the document once", () => {
  const ids = documented.map(({ operationId }) => operationId);
  expect(operations.map(({ id }) => id).sort()).toEqual(ids.sort());
});

for (const { operationId, requestBody } of documented) {
  const schema = schemaOf(requestBody);
  if (!schema) continue;
  test(`the example of a request to ${operationId} is accepted, and sets something`, () => {
    const curl = operations.find(({ id }) => id === operationId)?.curl ?? "";
    const body = JSON.parse(/-d '([\s\S]*)'$/.exec(curl)?.[1] ?? "null");
    expect(Object.values(body).every((record) => Object.keys(record as object).length > 0)).toBe(
      true,
    );
    expect(allows(schema)(body), JSON.stringify(body)).toBe(true);
  });
}

test("examples of responses are what the document promises", () => {
  const wrong = documented.flatMap(({ operationId, responses }) => {
    const shown = operations.find(({ id }) => id === operationId);
    return (shown?.answers ?? []).flatMap(({ status, example }) => {
      const schema = schemaOf(responses[status]);
      return schema && !allows(schema)(JSON.parse(example ?? "null")) ? [operationId] : [];
    });
  });
  expect(wrong).toEqual([]);
});

test("examples of events are what the document promises", () => {
  const { webhooks } = document as unknown as {
    webhooks: Record<string, { post: { requestBody: Content } }>;
  };
  expect(reference.events.map(({ name }) => name)).toEqual(Object.keys(webhooks));
  const wrong = reference.events.filter(
    ({ name, example }) => !allows(schemaOf(webhooks[name]?.post.requestBody))(JSON.parse(example)),
  );
  expect(wrong).toEqual([]);
});

test("each part has an introduction, and an address that the front knows", () => {
  expect(reference.parts.filter(({ text }) => text === "")).toEqual([]);
  for (const { slug } of [...reference.parts, { slug: "events" }])
    expect(placeOf(HOST, `/docs/api/${slug}`).route?.status, slug).toBe(200);
  expect(placeOf(HOST, "/docs/api").route?.status).toBe(200);
});

test("a record of several kinds tells what each needs", () => {
  const fields = operations.find(({ id }) => id === "createIntegration")?.body?.fields ?? [];
  const named = (name: string) => fields.find((field) => field.name === name);
  expect(named("name")?.values).toEqual(expect.arrayContaining(["smtp", "slack", "captcha"]));
  expect(named("name")?.required).toBe(true);
  expect(named("relay")?.required_for).toEqual(["smtp"]);
});

test("addresses that the reference does not have are one place", () => {
  const { route, path } = placeOf(HOST, "/docs/api/nothing");
  expect(route?.status).toBe(404);
  expect(placeOf(HOST, "/docs/api/else")).toMatchObject({ route, path });
  expect(placeOf(HOST, "/docs/api/incidents/1").kind).toBe("app");
  expect(placeOf("acme.localhost:3000", "/docs/api").page).toBe("acme");
});

test("every field has a type, and what is said of it is said once", () => {
  const fields = operations.flatMap(({ body, in_path, in_query }) => [
    ...(body?.fields ?? []),
    ...in_path,
    ...in_query,
  ]);
  expect(fields.filter(({ type }) => type === "" || type === "any")).toEqual([]);
  expect(fields.filter(({ text }) => /Not yet:|Another name of|^UTC/.test(text))).toEqual([]);
  const created = operations.find(({ id }) => id === "createIncidentUpdate")?.body?.fields ?? [];
  expect(created.find(({ name }) => name === "social_post")).toMatchObject({
    alias: "tweet",
    not_yet: false,
    required: false,
  });
  expect(created.find(({ name }) => name === "description")).toMatchObject({
    type: "string",
    required: true,
    limits: ["up to 65,536 characters"],
  });
});
