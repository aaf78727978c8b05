import { readFileSync } from "node:fs";
import { join } from "node:path";
import { ACTIONS, type ActionName } from "#lib/api/action-list.ts";
import { EMPTY, type FormState } from "#lib/core/forms/state.ts";
import { buildFolder } from "#lib/server/build/sources.ts";
import type { Ids } from "#tests/support/data/samples.ts";
import type { Response } from "#tests/support/http/http.ts";
import type { TestServer } from "#tests/support/server/server.ts";

export type Field = string | readonly string[] | Buffer;
export type Fields = Record<string, Field>;

/** What a browser calls an action with: a form with its state, a form alone, or values. */
export type Sent = { form: Fields } | { bare: Fields } | { values: unknown[] };

type Built = { exportedName: string; workers: Record<string, unknown> };
const { node } = JSON.parse(
  readFileSync(join(buildFolder(), "server/server-reference-manifest.json"), "utf8"),
) as { node: Record<string, Built> };

/** Where the build has an action: its id and a screen that can run it. */
function builtAction(name: ActionName): { id: string; screen: string } {
  const found = Object.entries(node).find(([, { exportedName }]) => exportedName === name);
  const screen = Object.keys(found?.[1].workers ?? {}).sort((a, b) => a.length - b.length)[0];
  if (!found || screen === undefined) throw new Error(`the build has no action ${name}`);
  return { id: found[0], screen };
}

/** The address of a folder of the application, for the records of an organization. */
export function addressOf(screen: string, ids: Ids): string {
  const path = screen
    .replace(/^app|\/page$|\/\([^)]*\)/g, "")
    .replace(/\[(?:\.\.\.)?(\w+)\]/g, (_, name: string) => String(ids[name] ?? "1"));
  return path === "" ? "/" : path;
}

const BOUNDARY = "----boundary-7MA4YWxkTrZu0gW";

function multipart(fields: [string, Field][]): Buffer {
  const parts = fields.flatMap(([name, value]) =>
    (Array.isArray(value) ? value : [value]).map((one: string | Buffer) => {
      const file = Buffer.isBuffer(one) ? '; filename="dot.png"\r\nContent-Type: image/png' : "";
      const head = `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"${file}\r\n\r\n`;
      return Buffer.concat([Buffer.from(head), Buffer.from(one), Buffer.from("\r\n")]);
    }),
  );
  return Buffer.concat([...parts, Buffer.from(`--${BOUNDARY}--\r\n`)]);
}

const inside = (fields: Fields): [string, Field][] =>
  Object.entries(fields).map(([name, value]) => [`_1_${name}`, value]);

/** As React's script in the browser encodes it. */
function encoded(sent: Sent): { type: string; body: Buffer | string } {
  if ("values" in sent) return { type: "text/plain", body: JSON.stringify(sent.values) };
  const [fields, args] = "form" in sent ? [sent.form, [EMPTY, "$K1"]] : [sent.bare, ["$K1"]];
  const body = multipart([...inside(fields), ["0", JSON.stringify(args)]]);
  return { type: `multipart/form-data; boundary=${BOUNDARY}`, body };
}

/** As a browser without scripts sends the form that React rendered. */
function posted(id: string, fields: Fields, isBare: boolean): Buffer {
  const bound: [string, Field][] = isBare
    ? [[`$ACTION_ID_${id}`, ""]]
    : [
        ["$ACTION_REF_1", ""],
        ["$ACTION_1:0", JSON.stringify({ id, bound: "$@1" })],
        ["$ACTION_1:1", JSON.stringify([EMPTY])],
        ["$ACTION_KEY", "k1"],
      ];
  return multipart([...bound, ...Object.entries(fields)]);
}

/** What came back: where the browser is led, or what the action returned. */
export type Answer = { status: number; go: string | null; value: unknown; cookies: string[] };

function valueIn(text: string): unknown {
  const line = text.split("\n").find((each) => each.startsWith("1:"));
  if (line === undefined) return undefined;
  return line.startsWith("1:E") ? new Error(line) : JSON.parse(line.slice(2));
}

function answerOf({ status, headers, text }: Response): Answer {
  const led = headers["x-action-redirect"];
  const go = typeof led === "string" ? (led.split(";")[0] ?? "") : (headers.location ?? null);
  const cookies = headers["set-cookie"] ?? [];
  return { status, go, value: status === 200 ? valueIn(text) : undefined, cookies };
}

export type Caller = { cookie?: string; headers?: Record<string, string> };

/** Calls an action as the application's script does. */
export async function callAction(
  server: TestServer,
  name: ActionName,
  { sent, ids }: { sent: Sent; ids: Ids },
  { cookie, headers }: Caller = {},
): Promise<Answer> {
  const { id, screen } = builtAction(name);
  const { type, body } = encoded(sent);
  return answerOf(
    await server.request(addressOf(screen, ids), {
      method: "POST",
      headers: { "next-action": id, "content-type": type, ...(cookie && { cookie }), ...headers },
      body,
    }),
  );
}

/** Sends the form of an action as a browser without scripts does. */
export async function postForm(
  server: TestServer,
  name: ActionName,
  { sent, ids }: { sent: Sent; ids: Ids },
  { cookie, headers }: Caller = {},
): Promise<Response> {
  const { id, screen } = builtAction(name);
  if ("values" in sent) throw new Error(`${name} has no form`);
  const isBare = "bare" in sent;
  return server.request(addressOf(screen, ids), {
    method: "POST",
    headers: {
      "content-type": `multipart/form-data; boundary=${BOUNDARY}`,
      ...(cookie && { cookie }),
      ...headers,
    },
    body: posted(id, isBare ? sent.bare : sent.form, isBare),
  });
}

/** The fields that name what an action acts on. */
export function targetFields(name: ActionName, ids: Ids): Record<string, string> {
  const names = Object.keys(ACTIONS[name].target.shape);
  return Object.fromEntries(names.map((each) => [each, String(ids[each] ?? "")]));
}

export function isState(value: unknown): value is FormState {
  return typeof value === "object" && value !== null && "fields" in value && "done" in value;
}
