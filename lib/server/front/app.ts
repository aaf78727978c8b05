import { AppError, notFound } from "#lib/platform/errors/errors.ts";
import type { Gate } from "#lib/server/cache/live.ts";
import type { Outcome, Renderer, Visit } from "#lib/server/cache/outcome.ts";
import type { Apps } from "#lib/server/front/apps.ts";
import { AppLost } from "#lib/server/front/exchange.ts";
import type { Tenants } from "#lib/server/front/tenants.ts";
import {
  askHeaders,
  HEADER,
  isInternal,
  refusalIn,
  sharedIn,
  tenantIn,
} from "#lib/server/ipc/headers.ts";

async function render(
  { apps, tenants }: { apps: Apps; tenants: Tenants },
  visit: Visit,
  hasCopy: boolean,
): Promise<Outcome> {
  const headers = [
    ...askHeaders("render", visit),
    ...["host", visit.host],
    ...(visit.own_host ? [HEADER.own_host, "1"] : []),
    ...Object.entries(visit.personal ?? {}).flat(),
  ];
  const answer = await apps.get(visit.url, headers, hasCopy ? "short" : "long");
  if (!visit.personal?.authorization)
    tenants.learn({ page: visit.page, path: visit.url }, tenantIn(answer.headers));
  if (answer.headers[HEADER.failed]) throw new AppLost("It could not be rendered");
  const policy = answer.headers[HEADER.policy];
  const cache = sharedIn(answer.headers);
  const refused = refusalIn(answer.headers);
  const moved = answer.headers[HEADER.moved];
  const passed = Object.entries(answer.headers).filter(([name]) => !isInternal(name));
  return {
    status: answer.status,
    headers: Object.fromEntries(passed),
    body: answer.body,
    policy: typeof policy === "string" ? policy : null,
    ...(cache && { cache }),
    ...(refused && { refused }),
    ...(typeof moved === "string" && { moved }),
    ...(answer.headers[HEADER.restricted] && { restricted: true }),
  };
}

/** The app as the page cache sees it. */
export function rendererBehind(apps: Apps, tenants: Tenants): Renderer {
  return {
    render: (visit, hasCopy) => render({ apps, tenants }, visit, hasCopy),
    isSilent: () => apps.isSilent,
  };
}

/** The app's word on who may listen to a page. */
export function gateBehind(apps: Apps): Gate {
  return async (page, { cookie, authorization, host }, scope) => {
    const headers = [
      ...askHeaders("listen", scope),
      ...(host ? ["host", host] : []),
      ...(cookie ? ["cookie", cookie] : []),
      ...(authorization ? ["authorization", authorization] : []),
    ];
    const { status, body } = await apps.get(`/${page}`, headers, "long");
    if (status === 403) throw new AppError("forbidden", "This visitor may not see the page");
    if (status === 404) throw notFound();
    if (status !== 200) throw new AppLost("The app cannot check access");
    return JSON.parse(body.toString());
  };
}
