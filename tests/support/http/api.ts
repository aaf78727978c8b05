import type { Request, Response } from "#tests/support/http/http.ts";
import type { TestServer } from "#tests/support/server/server.ts";

/** The management API as one caller uses it; paths are relative to `/api/v2`. */
export type Api = {
  get(path: string, options?: Request): Promise<Response>;
  post(path: string, body: unknown, options?: Request): Promise<Response>;
  put(path: string, body: unknown, options?: Request): Promise<Response>;
  delete(path: string, options?: Request): Promise<Response>;
  /** The same for another caller; null has no key. */
  as(key: string | null): Api;
};

export function apiOf(server: TestServer, key: string | null): Api {
  const call = (method: string, path: string, options: Request) => {
    const headers = {
      ...(key ? { authorization: key } : {}),
      accept: "application/json",
      ...options.headers,
    };
    return server.request(`/api/v2${path}`, { ...options, method, headers });
  };
  return {
    get: (path, options = {}) => call("GET", path, options),
    post: (path, body, options = {}) => call("POST", path, { ...options, body }),
    put: (path, body, options = {}) => call("PUT", path, { ...options, body }),
    delete: (path, options = {}) => call("DELETE", path, options),
    as: (other) => apiOf(server, other),
  };
}
