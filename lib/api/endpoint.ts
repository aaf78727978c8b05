import { hash } from "node:crypto";
import { z } from "zod";
import { database } from "#db/index.ts";
import { isWrapped, readBody, readBytes, type Upload, type Wrapped, wrap } from "#lib/api/body.ts";
import { Download } from "#lib/api/download.ts";
import { errorResponse, JSON_TYPE, texts } from "#lib/api/errors.ts";
import { answerOnce } from "#lib/api/idempotency.ts";
import { authenticate } from "#lib/core/access/authenticate.ts";
import { authorizeOperation } from "#lib/core/access/authorize.ts";
import type { Permission } from "#lib/core/access/permissions.ts";
import { Restricted } from "#lib/core/access/restriction.ts";
import { withAliases } from "#lib/core/fields/aliases.ts";
import { fieldErrors } from "#lib/core/fields/validation.ts";
import { type Context, requestContext } from "#lib/core/request/context.ts";
import { answerAs, requestScope } from "#lib/core/request/request-scope.ts";
import type { Declared } from "#lib/core/routes/route.ts";
import { sessionActor } from "#lib/identity/visitor-sessions/page-session.ts";
import { AppError, notFound } from "#lib/platform/errors/errors.ts";
import { namesEtag } from "#lib/platform/http/protocol.ts";

type Access = Permission | "public" | "path";
type Body = Wrapped | undefined;
type File = Upload | undefined;
type Answer = Wrapped | z.ZodType | null;
type Input<B extends Body> = B extends Wrapped<infer S> ? z.output<S> : undefined;
type Names<S extends z.ZodObject> = keyof NoInfer<S>["shape"] & string;
type Bytes<U extends File> = U extends Upload ? Buffer : undefined;
type Output<R extends Answer> =
  R extends Wrapped<infer S> ? z.input<S> : R extends z.ZodType ? z.input<R> : unknown;

/**
 * Documentation and edge of an operation. `access`: the verb's permission, checked before the body
 * is read; "public" needs no key and shows more with one; "path": the path is the credential. The
 * status is 200 unless `status` says otherwise; a null `response` is the empty JSON string, or no
 * body with 204. `shared`: its entry in lib/core/routes/reads.ts, whose answer is public.
 * `extension`: beyond the interface that existing clients know.
 */
type Declaration<
  P extends z.ZodObject,
  Q extends z.ZodObject,
  B extends Body,
  R extends Answer,
  U extends File = File,
> = {
  /** Name in generated clients: it never changes. */
  operation: string;
  summary: string;
  description?: string;
  tag: string;
  access: Access;
  params: P;
  query?: Q;
  body?: B;
  upload?: U;
  response: R;
  downloads?: readonly string[];
  status?: 200 | 201 | 204;
  /** Whether it answers 409 when somebody else's change rules it out. */
  conflicts?: true;
  shared?: Declared<"data", Names<P>, Names<Q>>;
  extension?: true;
};

type Call<
  P extends z.ZodObject,
  Q extends z.ZodObject,
  B extends Body,
  U extends File = undefined,
> = {
  ctx: Context;
  params: z.output<P>;
  query: z.output<Q>;
  body: Input<B>;
  file: Bytes<U>;
  request_url: string;
};

type Segment = { params: Promise<Record<string, string | string[] | undefined>> };
type AnyDeclaration = Declaration<z.ZodObject, z.ZodObject, Body, Answer>;
export type RouteHandler = (request: Request, segment: Segment) => Promise<Response>;
/** `run` performs the operation for an authenticated caller; errors propagate. */
export type Endpoint = RouteHandler & {
  declaration: AnyDeclaration;
  run: (ctx: Context, request: Request, segment: Segment) => Promise<Response>;
};

const NO_QUERY = z.object({});

async function contextOf(request: Request, access: Access): Promise<Context> {
  if (access === "path") return requestContext();
  const actor = await authenticate(database(), request.headers.get("authorization"));
  if (access !== "public" && actor.kind === "visitor")
    throw new AppError("unauthorized", "An API key is required");
  return requestContext(actor);
}

/**
 * Context of the signed-in user, for a read refused without one. Sessions never count for writes.
 */
async function signedInContext(
  error: unknown,
  { method, headers }: Request,
  { actor }: Context,
): Promise<Context> {
  if (!(error instanceof Restricted) || method !== "GET" || actor.kind !== "visitor") throw error;
  const signedIn = await sessionActor(database(), headers.get("cookie"), headers.get("host"));
  if (!signedIn) throw error;
  return requestContext(signedIn);
}

export async function answering(
  request: Request,
  access: Access,
  work: (ctx: Context) => Promise<Response>,
): Promise<Response> {
  try {
    const ctx = await contextOf(request, access);
    return await work(ctx).catch(async (error) => work(await signedInContext(error, request, ctx)));
  } catch (error) {
    return errorResponse(error, requestScope.getStore()?.request_id ?? "", request.url);
  }
}

function parseParams<P extends z.ZodObject>(schema: P, params: unknown): z.output<P> {
  const parsed = schema.safeParse(params ?? {});
  if (!parsed.success) throw notFound();
  return parsed.data;
}

function parseQuery<Q extends z.ZodObject>(schema: Q, url: string): z.output<Q> {
  const { searchParams } = new URL(url);
  const parsed = schema.safeParse(Object.fromEntries(searchParams));
  if (parsed.success) return parsed.data;
  const [[name = "", errors = []] = []] = Object.entries(texts(fieldErrors(parsed.error)));
  // A `+` in an address is a blank.
  const isOffset = /T.* /.test(searchParams.get(name) ?? "");
  const hint = isOffset ? "; the + of an offset is written %2B in an address" : "";
  throw new AppError("bad_request", `Bad query parameter ${name}: ${errors.join(", ")}${hint}`);
}

// Larger bodies are hashed in another thread.
const LARGE = 262_144;

async function etagOf(body: string): Promise<string> {
  if (body.length < LARGE) return `"${hash("sha1", body, "base64url")}"`;
  const digest = await crypto.subtle.digest("SHA-1", Buffer.from(body));
  return `"${Buffer.from(digest).toString("base64url")}"`;
}

function bodyOf({ response }: AnyDeclaration, result: unknown): string {
  if (response === null) return JSON.stringify("");
  return JSON.stringify(
    withAliases(isWrapped(response) ? wrap(response, result) : (result as Record<string, unknown>)),
  );
}

async function answer(
  request: Request,
  declaration: AnyDeclaration,
  result: unknown,
): Promise<Response> {
  if (result instanceof Download) return result.response();
  const status = declaration.status ?? 200;
  if (status === 204) return new Response(null, { status });
  const body = bodyOf(declaration, result);
  const headers: Record<string, string> = { "content-type": JSON_TYPE };
  if (request.method === "GET") {
    headers.etag = await etagOf(body);
    headers["cache-control"] = declaration.access === "public" ? "no-cache" : "private, no-cache";
    const known = request.headers.get("if-none-match");
    if (known && namesEtag(known, headers.etag))
      return new Response(null, { status: 304, headers });
  }
  return new Response(body, { status, headers });
}

/**
 * An operation of the API: parses the request, calls one function of lib, shapes the answer.
 * @param onTooLarge is called when the body is refused for its size
 */
export function endpoint<
  P extends z.ZodObject,
  R extends Answer,
  Q extends z.ZodObject = typeof NO_QUERY,
  B extends Body = undefined,
  U extends File = undefined,
>(
  declaration: Declaration<P, Q, B, R, U>,
  handler: (call: Call<P, Q, B, U>) => Promise<Output<R>>,
  onTooLarge?: (call: Omit<Call<P, Q, B, U>, "query" | "body" | "file">) => Promise<void>,
): Endpoint {
  const plain = declaration as unknown as AnyDeclaration;
  const run: Endpoint["run"] = async (ctx, request, segment) => {
    const params = parseParams(declaration.params, await segment.params);
    const query = (
      declaration.query ? parseQuery(declaration.query, request.url) : {}
    ) as z.output<Q>;
    const { access, upload } = declaration;
    if ((declaration.body || upload) && access !== "public" && access !== "path")
      await authorizeOperation(ctx, access, params);
    const body = (
      declaration.body ? await readBody(request, declaration.body) : undefined
    ) as Input<B>;
    const refuse = async (error: unknown) => {
      if (error instanceof AppError && error.code === "too_large")
        await onTooLarge?.({ ctx, params, request_url: request.url });
      throw error;
    };
    const file = (
      upload ? await readBytes(request, upload.max_bytes).catch(refuse) : undefined
    ) as Bytes<U>;
    const work = async (workCtx: Context) =>
      answer(
        request,
        plain,
        await handler({ ctx: workCtx, params, query, body, file, request_url: request.url }),
      );
    if (request.method !== "POST") return work(ctx);
    return answerOnce(
      ctx,
      {
        request,
        body: file ? hash("sha256", file) : body,
        status: plain.status ?? 200,
        shape: (result) => bodyOf(plain, result),
      },
      work,
    );
  };
  const handle: RouteHandler = (request, segment) => {
    if (declaration.shared) answerAs(declaration.shared);
    return answering(request, declaration.access, (ctx) => run(ctx, request, segment));
  };
  return Object.assign(handle, { declaration: plain, run });
}
