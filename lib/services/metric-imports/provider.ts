import type { Entry } from "#lib/services/metric-entries/schema.ts";

/** Credentials and settings of an integration. */
export type Credentials = {
  key: string;
  password: string | null;
  user: string | null;
  region: string | null;
  api_key_type: string | null;
};

/** Unix seconds. */
export type PullRange = { remote_id: string; type: "up" | "rt"; from: number; to: number };

type Request = {
  method: "GET" | "POST";
  url: string;
  headers: Record<string, string>;
  body?: string;
};

export type Series = { id: string; name: string };

/** The provider answered without entries; the message tells operators why. */
export class Refusal extends Error {}

export type Provider = {
  /** Poll interval, and how far the first poll looks back. */
  every_seconds: number;
  first_seconds: number;
  request(access: Credentials, asked: PullRange): Request;
  /** Entries of completed spans. @throws {Refusal} */
  entries(body: unknown, asked: PullRange): Entry[];
  /** null: the provider lists no series, and operators enter a query. */
  list: null | {
    request(access: Credentials, from: number): Request;
    series(body: unknown): Series[];
  };
};
