import { errorResponse } from "#lib/api/errors.ts";
import { rateLimited } from "#lib/core/throttle/form-limits.ts";
import { ask, newAddress, waitingFor } from "#tests/support/data/subscribers.ts";
import { expect, test } from "#tests/support/test.ts";

const MOST = 200;

function hostOfOwn(): string {
  return newAddress().replace(/@.*/, ".example.com");
}

test("a host gets so many first messages a day, whatever addresses of it are entered; others get theirs", async ({
  database,
  organization: { page },
}) => {
  test.slow();
  const enter = (host: string, path: number) =>
    ask(database, page.subdomain, { channel: "webhook", webhook_url: `https://${host}/${path}` });
  const host = hostOfOwn();
  for (let path = 0; path < MOST + 2; path += 1)
    expect(await enter(host, path)).toEqual({ state: "asked" });
  expect(await waitingFor(database, page.id)).toHaveLength(MOST);
  await enter(hostOfOwn(), 1);
  expect(await waitingFor(database, page.id)).toHaveLength(MOST + 1);
});

test("a host that only its path tells as a Mattermost's takes so many channels a day", async ({
  database,
  organization: { page },
}) => {
  test.slow();
  const host = hostOfOwn();
  const enter = (channel: number) => {
    const hook = `${channel}`.padStart(26, "a");
    const chat_url = `https://${host}/hooks/${hook}`;
    return ask(database, page.subdomain, { channel: "chat", chat_url });
  };
  for (let channel = 0; channel < MOST; channel += 1)
    expect(await enter(channel)).toMatchObject({ state: "active" });
  expect(await enter(0)).toMatchObject({ state: "active" });
  await expect(enter(MOST)).rejects.toMatchObject({ code: "rate_limited" });
});

test("who did something too often is told when to come again", async () => {
  const { status, headers } = errorResponse(rateLimited("Too many forms were sent", 417), "test");
  expect([status, headers.get("retry-after")]).toEqual([429, "417"]);
});
