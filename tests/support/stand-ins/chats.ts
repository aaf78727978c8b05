import {
  DiscordBody,
  GoogleChatBody,
  MattermostBody,
  SlackBody,
  TeamsBody,
  ZoomBody,
} from "#tests/support/stand-ins/schemas.ts";
import {
  type Asked,
  jsonOf,
  type Protocol,
  type Reply,
} from "#tests/support/stand-ins/stand-in.ts";

function isJson({ headers }: Asked): boolean {
  return (headers["content-type"] ?? "").startsWith("application/json");
}

/** `/services/T/B/KEY` is a hook, `/api/chat.postMessage` the Web API with bot tokens. */
export const slackProtocol: Protocol = (asked) => {
  const { pathname } = asked.url;
  const parsed = SlackBody.safeParse(jsonOf(asked));
  if (pathname === "/api/chat.postMessage") {
    if (asked.headers.authorization !== "Bearer xoxb-known-token")
      return { status: 200, body: { ok: false, error: "invalid_auth" } };
    if (!parsed.success) return { status: 200, body: { ok: false, error: "invalid_blocks" } };
    return { status: 200, body: { ok: true, channel: parsed.data.channel, ts: "1700000000.0001" } };
  }
  if (/gone$/.test(pathname)) return { status: 404, body: "no_service" };
  if (/archived$/.test(pathname)) return { status: 410, body: "channel_is_archived" };
  if (!isJson(asked) || !parsed.success) return { status: 400, body: "invalid_payload" };
  return { status: 200, body: "ok" };
};

function discordError(status: number, code: number, message: string): Reply {
  return { status, body: { message, code } };
}

/** `/api/webhooks/1/KEY`; webhook 404 is gone, webhook 15 stands in a forum. */
export function discordProtocol(): Protocol {
  const posted = new Map<string, unknown>();
  return (asked) => {
    const [, hook, , edited] =
      /^\/api\/webhooks\/(\d+)\/([\w-]+)(?:\/messages\/(\d+))?$/.exec(asked.url.pathname) ?? [];
    if (!hook || hook === "404") return discordError(404, 10_015, "Unknown Webhook");
    const parsed = DiscordBody.safeParse(jsonOf(asked));
    if (!isJson(asked) || !parsed.success) return discordError(400, 50_035, "Invalid Form Body");
    if (hook === "15" && !parsed.data.thread_name && !asked.url.searchParams.has("thread_id"))
      return discordError(
        400,
        220_001,
        "Webhooks posted to forum channels must have a thread_name",
      );
    const isElsewhere = hook === "15" && asked.url.searchParams.get("thread_id") !== edited;
    if (edited && (isElsewhere || !posted.has(edited)))
      return discordError(404, 10_008, "Unknown Message");
    const id = edited ?? String(1_000_000_000 + posted.size);
    posted.set(id, parsed.data);
    if (asked.url.searchParams.get("wait") !== "true") return { status: 204 };
    // The first message of a thread in a forum is called as the thread is.
    const channel_id = hook === "15" ? id : "77";
    return { status: 200, body: { id, channel_id, webhook_id: hook, type: 0, ...parsed.data } };
  };
}

export function discordThrottled(retry_after: number): Reply {
  return {
    status: 429,
    headers: { "retry-after": String(Math.ceil(retry_after)), "x-ratelimit-scope": "user" },
    body: { message: "You are being rate limited.", retry_after, global: false },
  };
}

/** A workflow whose name is `off` was switched off. */
export const teamsProtocol: Protocol = (asked) => {
  if (!asked.url.searchParams.has("sig"))
    return { status: 401, body: { error: { code: "DirectApiAuthorizationRequired" } } };
  if (/\/workflows\/off\//.test(asked.url.pathname))
    return {
      status: 400,
      body: { error: { code: "WorkflowTriggerIsNotEnabled", message: "off" } },
    };
  if (Buffer.byteLength(asked.body) > 28_672) return { status: 413 };
  if (!isJson(asked) || !TeamsBody.safeParse(jsonOf(asked)).success)
    return { status: 400, body: { error: { code: "InvalidRequestContent" } } };
  return { status: 202 };
};

function googleError(code: number, status: string, message: string): Reply {
  return { status: code, body: { error: { code, message, status } } };
}

export const googleChatProtocol: Protocol = (asked) => {
  const { searchParams, pathname } = asked.url;
  const [, space] = /^\/v1\/spaces\/([^/]+)\/messages$/.exec(pathname) ?? [];
  if (searchParams.get("key") !== "known") {
    const error = googleError(400, "INVALID_ARGUMENT", "API key not valid.");
    return error;
  }
  if (!space || space === "GONE") return googleError(404, "NOT_FOUND", "Space not found");
  if (Buffer.byteLength(asked.body) > 32_000)
    return googleError(400, "INVALID_ARGUMENT", "Message too long");
  const parsed = GoogleChatBody.safeParse(jsonOf(asked));
  if (!isJson(asked) || !parsed.success)
    return googleError(400, "INVALID_ARGUMENT", "Invalid JSON payload received.");
  const isThreaded =
    parsed.data.thread && searchParams.get("messageReplyOption")?.startsWith("REPLY_MESSAGE_");
  const thread = isThreaded ? parsed.data.thread?.threadKey : `own-${Math.random()}`;
  const name = `spaces/${space}/messages/M1`;
  return { status: 200, body: { name, thread: { name: `spaces/${space}/threads/${thread}` } } };
};

function mattermostError(status_code: number, id: string, message: string): Reply {
  return { status: status_code, body: { id, message, detailed_error: "", status_code } };
}

export const mattermostProtocol: Protocol = (asked) => {
  const { pathname } = asked.url;
  if (!/^\/hooks\/[a-z0-9]{26}$/.test(pathname))
    return mattermostError(
      400,
      "web.incoming_webhook.invalid.app_error",
      `Invalid webhook ${pathname}.`,
    );
  if (!isJson(asked) || !MattermostBody.safeParse(jsonOf(asked)).success)
    return mattermostError(400, "web.incoming_webhook.parse.app_error", "Unable to parse.");
  return { status: 200, body: "ok" };
};

export const zoomProtocol: Protocol = (asked) => {
  if (!/^\/incoming\/hook\/[\w-]+$/.test(asked.url.pathname)) return { status: 404 };
  if (asked.headers.authorization !== "known-token")
    return { status: 401, body: { code: 401, message: "Verification token is wrong" } };
  if (asked.url.searchParams.get("format") !== "full") return { status: 400 };
  if (!ZoomBody.safeParse(jsonOf(asked)).success)
    return { status: 400, body: { code: 7010, message: "Invalid message" } };
  return { status: 200 };
};
