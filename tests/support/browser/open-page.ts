import type { Browser, BrowserContextOptions, Page } from "@playwright/test";
import type { Incident } from "#lib/incidents/schema.ts";
import type { Api } from "#tests/support/http/api.ts";

const MINUTE_MS = 60_000;

/** A moment so many minutes ahead, as the API writes it. */
export function fromNow(minutes: number): string {
  return new Date(Date.now() + minutes * MINUTE_MS).toISOString().slice(0, 19);
}

/** Opens an incident as an operator does. */
export async function openIncident(
  api: Api,
  subdomain: string,
  incident: object,
): Promise<Incident> {
  const path = `/status_pages/${subdomain}/incidents`;
  return (await api.post(path, { incident })).json<{ incident: Incident }>().incident;
}

/** Goes to a page and waits until it listens for changes. */
export async function openLivePage(page: Page, url: string): Promise<void> {
  const listening = page.waitForResponse((response) => response.url().endsWith("/live"));
  await page.goto(url);
  await listening;
}

/** A visitor from Berlin, unless told otherwise, at an address; ends with its context. */
export async function visited(
  browser: Browser,
  url: string,
  options: BrowserContextOptions = {},
): Promise<Page> {
  const visitor = { timezoneId: "Europe/Berlin", locale: "en-GB", ...options };
  const page = await (await browser.newContext(visitor)).newPage();
  await page.goto(url);
  return page;
}
