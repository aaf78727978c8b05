import type { Entry } from "#lib/services/metric-entries/schema.ts";

/** What an integration brings along to call its provider. */
export type Access = {
  key: string;
  password: string | null;
  user: string | null;
  region: string | null;
  api_key_type: string | null;
};

/** Which series, and from when until when, in Unix seconds. */
export type Asked = { remote_id: string; type: "up" | "rt"; from: number; to: number };

type Request = {
  method: "GET" | "POST";
  url: string;
  headers: Record<string, string>;
  body?: string;
};

/** A series that a provider offers. */
export type Series = { id: string; name: string };

/** Why there are no entries though the provider answered: in words for operators. */
export class Refusal extends Error {}

export type Provider = {
  /** How often it is asked, and how far back at first. */
  every_seconds: number;
  first_seconds: number;
  request(access: Access, asked: Asked): Request;
  /**
   * What an answer to that says, without a span that is not over.
   * @throws {Refusal}
   */
  entries(body: unknown, asked: Asked): Entry[];
  /** Where the provider lists its series; null: it does not, operators type a query. */
  list: null | { request(access: Access, from: number): Request; series(body: unknown): Series[] };
};
