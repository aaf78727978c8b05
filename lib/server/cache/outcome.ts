import type { OutgoingHttpHeaders } from "node:http";
import type { Refusal } from "#lib/core/request/request-scope.ts";
import type { Locale } from "#lib/platform/i18n/translator.ts";

/** What a visitor asks for, and all that a render knows of them. */
export type Visit = {
  request_id: string;
  address: string | null;
  /** As far as it is known: see `RequestScope`. */
  tenant: string | undefined;
  host: string;
  url: string;
  locale: Locale;
  /** As its path under `/s/` names it; null outside pages. */
  page: string | null;
  /** Whether the operator's code may be part of it. */
  own_host: boolean;
  /**
   * Whether the response depends on the visitor's own headers, such as a session or a key. Then it
   * must not be shared.
   */
  personal?: Record<string, string>;
};

/** What an answer turned out to be. */
export type Outcome = {
  status: number;
  headers: OutgoingHttpHeaders;
  body: Buffer;
  /** There for public documents. */
  policy: string | null;
  /** There for what everybody gets: which page it shows, and until when it is true. */
  cache?: { tag: string; seconds: number };
  refused?: Refusal;
  /** There where the page has another address by now: what stands before its paths. */
  moved?: string;
  /** Set where the page is not for everybody. */
  restricted?: boolean;
};

/** What makes answers: the app, as a front sees it. */
export type Renderer = {
  /**
   * @param hasCopy whether there is another answer, so that this one is not worth a long wait
   * @throws when it cannot be made
   */
  render(visit: Visit, hasCopy: boolean): Promise<Outcome>;
  /** Whether it lives and says nothing. */
  isSilent(): boolean;
};
