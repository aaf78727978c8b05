import type { ActionName } from "#lib/api/action-list.ts";
import { callAction } from "#tests/support/actions/call.ts";
import { cookieOf, mintSubject, weakest } from "#tests/support/actions/people.ts";
import { made, NAMES } from "#tests/support/actions/sample.ts";
import { SAMPLES } from "#tests/support/actions/samples.ts";
import { mintPast } from "#tests/support/data/feed-past.ts";
import { changesOfFeeds, type FeedChange, readFeeds } from "#tests/support/data/feeds.ts";
import { WITHOUT_WORKER } from "#tests/support/server/env.ts";
import { expect, test } from "#tests/support/test.ts";

test.use({ serverEnv: WITHOUT_WORKER });

/** What actions do to feeds: those that say something, take it back, or hide something. */
const CHANGES: Partial<Record<ActionName, FeedChange[]>> = {
  createIncidentAction: ["adds"],
  publishOutageAction: ["adds"],
  updateIncidentAction: ["revises"],
  deleteIncidentAction: ["hides", "removes", "revises"],
  postUpdateAction: ["adds", "corrects", "moves", "revises"],
  withdrawUpdateAction: ["corrects", "moves", "removes", "revises"],
  editUpdateAction: ["corrects", "revises"],
  // An incident of which nothing more is said is an item itself, until something is.
  deleteUpdateAction: ["adds", "corrects", "moves", "removes", "revises"],
  restoreUpdateAction: ["adds", "corrects", "moves", "revises"],
  createMaintenanceAction: ["adds"],
  updateMaintenanceAction: ["revises"],
  advanceMaintenanceAction: ["adds", "corrects", "moves", "revises"],
  postponeMaintenanceAction: ["adds", "corrects", "moves", "removes", "revises"],
  deleteMaintenanceAction: ["hides", "removes", "revises"],
  createNoticeAction: ["adds"],
  writeNoticeUpdateAction: ["adds", "moves"],
  deleteNoticeAction: ["removes"],
  // What concerns only services that are hidden goes with them.
  withdrawServicesAction: ["hides", "removes"],
  changeServicesAction: ["hides", "removes"],
  deleteServiceAction: ["hides", "removes"],
  deleteServicesAction: ["hides", "removes"],
  publishPageAction: ["hides"],
  deletePageAction: ["hides"],
};

for (const name of NAMES)
  test(`${name}: no item of any feed is new, moves or goes, unless it says something`, async ({
    database,
    server,
  }) => {
    const subject = await mintSubject(database, weakest(name).mint);
    const place = await mintPast(database, subject.organization.page, subject.ids);
    const { sent, ids, cookie } = await made(name, SAMPLES[name], subject);
    const before = await readFeeds(database, place);
    const session = cookie || (await cookieOf(database, subject.user));
    const answer = await callAction(server, name, { sent, ids }, { cookie: session });
    expect(answer.status).toBeLessThan(400);
    const changes = changesOfFeeds(before, await readFeeds(database, place));
    expect([...changes.keys()].sort()).toEqual(CHANGES[name] ?? []);
  });
