import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { test as base, expect } from "@playwright/test";
import { z } from "zod";
import { wrapped } from "#lib/api/body.ts";
import { Download } from "#lib/api/download.ts";
import { endpoint } from "#lib/api/endpoint.ts";
import { renderTexts } from "#lib/core/markdown/rendered.ts";
import { requestScope } from "#lib/core/request/request-scope.ts";
import { makeLimits } from "#lib/server/app/concurrency-limits.ts";
import { dispatcher } from "#lib/server/app/dispatch.ts";
import { turnsOf } from "#tests/support/data/turns.ts";
import { request } from "#tests/support/http/http.ts";

const Answer = z.object({ length: z.int() });
const Note = wrapped("note", z.object({ text: z.string() }));
const said = {
  summary: "",
  tag: "",
  access: "path",
  params: z.object({}),
  response: Answer,
} as const;
const LARGE = "A word. ".repeat(40_000);

/** The calls under way, each of which waits until it is let go. */
class Work {
  readonly begun: string[] = [];
  #goOn = Promise.withResolvers<void>();
  #changed = Promise.withResolvers<void>();

  async begin(name: string): Promise<void> {
    this.begun.push(name);
    this.#changed.resolve();
    await this.#goOn.promise;
  }

  async until(count: number): Promise<void> {
    while (this.begun.length < count) {
      await this.#changed.promise;
      this.#changed = Promise.withResolvers();
    }
  }

  /** Lets go what has begun. */
  end(): void {
    this.#goOn.resolve();
    this.#goOn = Promise.withResolvers();
  }
}

async function openCalls(work: Work) {
  const read = endpoint({ ...said, operation: "read" }, async () => {
    const [html = ""] = (await renderTexts([LARGE])).values();
    await work.begin("read");
    return { length: html.length };
  });
  const small = endpoint({ ...said, operation: "small" }, async () => {
    const [html = ""] = (await renderTexts(["A word."])).values();
    return { length: html.length };
  });
  const write = endpoint({ ...said, operation: "write", body: Note }, async ({ body }) => {
    await work.begin("write");
    return { length: body.text.length };
  });
  const file = endpoint({ ...said, operation: "file" }, async () => {
    const pieces = (async function* () {
      yield "small";
      yield String((await renderTexts([LARGE])).size);
    })();
    return (await Download.begin(pieces, { type: "text/plain", name: "file" })) as never;
  });
  const longFile = endpoint({ ...said, operation: "longFile" }, async () => {
    const pieces = (async function* () {
      yield "first";
      await work.begin("piece");
      yield "last";
    })();
    return (await Download.begin(pieces, { type: "text/plain", name: "file" })) as never;
  });
  const routes = {
    "/long-file": { GET: longFile },
    "/read": { GET: read },
    "/small": { GET: small },
    "/file": { GET: file },
    "/write": { POST: write },
  };
  // However long the machine takes for a step, turns count.
  const limits = { ...makeLimits(), large: turnsOf({ all: 2, client: 1 }) };
  const handle = dispatcher(routes, "", async () => {}, limits);
  const server = createServer((asked, response) => {
    const { url = "", headers } = asked;
    const [client, tenant = client] = String(headers["x-client"]).split(" ");
    const scope = { request_id: "", address: String(client), tenant: String(tenant), url };
    void requestScope.run(scope, () => handle(asked, response));
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const clientOf = (address: string, tenant = address) => {
    const headers = { "x-client": `${address} ${tenant}` };
    return {
      get: (path: string) => request(port, "localhost", path, { headers }),
      write: (text: string) =>
        request(port, "localhost", "/write", { method: "POST", headers, body: { note: { text } } }),
    };
  };
  const close = () => {
    server.closeAllConnections();
    server.close();
  };
  return { clientOf, close };
}

type Fixtures = {
  work: Work;
  /** The calls of a client with an address. */
  clientOf: Awaited<ReturnType<typeof openCalls>>["clientOf"];
};

const test = base.extend<Fixtures>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names from the pattern
  work: async ({}, use) => use(new Work()),
  clientOf: async ({ work }, use) => {
    const { clientOf, close } = await openCalls(work);
    await use(clientOf);
    close();
  },
});

test("of a client's calls with much text one is answered at a time, and all others beside it", async ({
  work,
  clientOf,
}) => {
  const [client, other] = [clientOf("192.0.2.1"), clientOf("192.0.2.2")];
  const first = client.get("/read");
  await work.until(1);
  // As many as have places among calls, and one more, each of which waits without a place.
  const waiting = [client.write(LARGE), ...Array.from({ length: 4 }, () => client.get("/read"))];
  expect((await client.get("/small")).status).toBe(200);
  const beside = [client.write("A word."), other.get("/read")];
  await work.until(3);
  expect(work.begun.toSorted()).toEqual(["read", "read", "write"]);
  for (const count of [4, 5, 6, 7, 8]) {
    work.end();
    await work.until(count);
    expect((await client.get("/small")).status).toBe(200);
    expect(work.begun).toHaveLength(count);
  }
  work.end();
  const answers = await Promise.all([first, ...beside, ...waiting]);
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
});

test("clients with many such calls leave the places of short ones free", async ({
  work,
  clientOf,
}) => {
  const clients = [clientOf("192.0.2.1"), clientOf("192.0.2.2"), clientOf("192.0.2.3")];
  const reads = clients.flatMap(({ get }) => Array.from({ length: 6 }, () => get("/read")));
  await work.until(2);
  expect((await clientOf("192.0.2.4").get("/small")).status).toBe(200);
  expect(work.begun).toHaveLength(2);
  for (const index of reads.keys()) {
    await work.until(index + 1);
    work.end();
  }
  const answers = await Promise.all(reads);
  expect(answers.map(({ status }) => status)).toEqual(reads.map(() => 200));
});

test("of a tenant's files one piece is made at a time, while others have theirs and short calls go on", async ({
  work,
  clientOf,
}) => {
  const files = ["192.0.2.1", "192.0.2.2", "192.0.2.3"].map((address) =>
    clientOf(address, "downloading").get("/long-file"),
  );
  await work.until(1);
  const other = clientOf("192.0.2.4", "other").get("/long-file");
  await work.until(2);
  expect((await clientOf("192.0.2.1", "downloading").get("/small")).status).toBe(200);
  expect(work.begun).toEqual(["piece", "piece"]);
  for (const count of [3, 4]) {
    work.end();
    await work.until(count);
  }
  work.end();
  const answers = await Promise.all([...files, other]);
  expect(answers.map(({ text }) => text)).toEqual(answers.map(() => "firstlast"));
});

test("what a file renders while it is sent takes no turn that nobody ends", async ({
  work,
  clientOf,
}) => {
  const client = clientOf("192.0.2.1");
  expect((await client.get("/file")).text).toBe("small1");
  const written = client.write(LARGE);
  await work.until(1);
  work.end();
  expect((await written).status).toBe(200);
});
