import type { Db } from "#db/index.ts";
import { ACTIONS, type ActionName } from "#lib/api/action-list.ts";
import { callAction, postForm } from "#tests/support/actions/call.ts";
import {
  cookieOf,
  may,
  mintSubject,
  PEOPLE,
  permissionOf,
  weakest,
} from "#tests/support/actions/people.ts";
import { said } from "#tests/support/actions/said.ts";
import { type Made, made, NAMES, type Subject } from "#tests/support/actions/sample.ts";
import { SAMPLES } from "#tests/support/actions/samples.ts";
import { changesBy } from "#tests/support/db/changes.ts";
import { WITHOUT_WORKER } from "#tests/support/server/env.ts";
import type { TestServer } from "#tests/support/server/server.ts";
import { expect, test } from "#tests/support/test.ts";

// Jobs would change the database while somebody is refused.
test.use({ serverEnv: WITHOUT_WORKER });

type World = {
  subject: Subject;
  stranger: Subject;
  cookies: Map<string, string>;
  stranger_cookie: string;
};

let shared: Promise<World> | undefined;

/** One organization that all who are refused try to reach. */
function world(db: Db): Promise<World> {
  shared ??= (async () => {
    const [subject, stranger] = [await mintSubject(db), await mintSubject(db)];
    const cookies = await Promise.all(
      PEOPLE.map(async (person) => {
        const user = await person.mint(db, subject.organization);
        return [person.name, await cookieOf(db, user)] as const;
      }),
    );
    return {
      subject,
      stranger,
      cookies: new Map(cookies),
      stranger_cookie: await cookieOf(db, stranger.user),
    };
  })();
  return shared;
}

type Try = { who: string; made: Made; cookie?: string; answer: string };

/** What the stranger sends from their own page or organization: the victim's records. */
function mixedWith(name: ActionName, own: Subject, made: Made): Made | null {
  const names = Object.keys(ACTIONS[name].target.shape);
  if (names.length < 2) return null;
  const at = names.includes("organization_id") ? "organization_id" : "subdomain";
  const { ids } = own;
  const swap = <T extends object>(fields: T) => ({ ...fields, [at]: String(ids[at]) });
  const { sent } = made;
  if ("form" in sent) return { ...made, sent: { form: swap(sent.form) } };
  return null;
}

async function refusals(name: ActionName, db: Db, made: Made): Promise<Try[]> {
  const { cookies, stranger, stranger_cookie } = await world(db);
  const none = "values" in made.sent ? "nothing" : null;
  const forged = `${stranger_cookie.slice(0, -6)}forged`;
  const nobody = [undefined, forged, "next-auth.session-token=x"].map((cookie) => ({
    ...{ who: `nobody, ${cookie?.slice(-6)}`, made, answer: none ?? "signed_out" },
    ...(cookie && { cookie }),
  }));
  if (permissionOf(name) === null) return nobody;
  const roles = PEOPLE.filter((one) => !may(name, one)).map((one) => ({
    ...{ who: one.name, made, answer: none ?? "forbidden" },
    cookie: cookies.get(one.name) ?? "",
  }));
  const theirs = { who: "a stranger", made, answer: none ?? "not_found", cookie: stranger_cookie };
  const mixed = mixedWith(name, stranger, made);
  return [
    ...nobody,
    ...roles,
    theirs,
    ...(mixed ? [{ ...theirs, who: "a stranger from their own", made: mixed }] : []),
  ];
}

/** Who is refused, and what each heard. */
async function tryAll(server: TestServer, name: ActionName, tries: Try[]): Promise<string[]> {
  const isQuestion = tries.some(({ made: { sent } }) => "values" in sent);
  return Promise.all(
    tries.map(async ({ who, made, cookie }) => {
      const answer = await callAction(server, name, made, cookie ? { cookie } : {});
      return `${who}: ${said(answer, isQuestion)}`;
    }),
  );
}

for (const name of NAMES.filter((each) => ACTIONS[each].access !== "anybody")) {
  const sample = SAMPLES[name];
  const permission = permissionOf(name);
  const whoever = permission === null ? "whoever is signed in" : `who has ${permission}`;

  test(`${name}: ${whoever} may; everybody else is refused and nothing is changed`, async ({
    database,
    server,
  }) => {
    const { subject } = await world(database);
    const tried = await made(name, sample, subject);
    const tries = await refusals(name, database, tried);
    let heard: string[] = [];
    const changed = await changesBy(database, async () => {
      heard = await tryAll(server, name, tries);
      if ("form" in tried.sent) await postForm(server, name, tried);
    });
    expect(heard).toEqual(tries.map(({ who, answer }) => `${who}: ${answer}`));
    expect(changed).toEqual([]);

    const own = await mintSubject(database, weakest(name).mint);
    const cookie = await cookieOf(database, own.user);
    const allowed = await made(name, sample, own);
    let answer = "";
    const written = await changesBy(database, async () => {
      [answer = ""] = await tryAll(server, name, [
        { who: weakest(name).name, made: allowed, answer: "done", cookie },
      ]);
    });
    if (sample.refused === "not_found") expect(answer).toMatch(/: not_found$/);
    else if (sample.refused) expect(answer).toMatch(/refused: /);
    else expect(answer).toBe(`${weakest(name).name}: done`);
    if (sample.writes !== false && !sample.refused) expect(written).not.toEqual([]);
  });
}

for (const name of NAMES.filter((each) => ACTIONS[each].access === "anybody")) {
  const sample = SAMPLES[name];

  test(`${name}: whoever has what it asks for may, without a session`, async ({
    database,
    server,
  }) => {
    const own = await mintSubject(database);
    const tried = await made(name, sample, own);
    const cookie = tried.cookie;
    let answer = "";
    const written = await changesBy(database, async () => {
      [answer = ""] = await tryAll(server, name, [
        { who: "anybody", made: tried, answer: "", ...(cookie && { cookie }) },
      ]);
    });
    if (sample.refused) expect(answer).toMatch(/refused: |not_found/);
    else expect(answer).toBe("anybody: done");
    if (sample.writes === undefined && !sample.refused) expect(written).not.toEqual([]);
  });
}
