import { type Addressed, pageUrl } from "#lib/core/addresses/url.ts";

type Links = { confirm_url: string; manage_url: string; unsubscribe_url: string };

/** Where the links of a subscriber's messages lead. */
export function linkUrls(page: Addressed, token: string, lang?: string): Links {
  const base = pageUrl(page);
  const query = lang ? `?lang=${lang}` : "";
  return {
    confirm_url: `${base}/subscribe/confirm/${token}${query}`,
    manage_url: `${base}/manage/${token}${query}`,
    // Mailbox providers post to it: it is the same in every language.
    unsubscribe_url: `${base}/unsubscribe/${token}`,
  };
}
