import { jsonOf, type Protocol } from "#tests/support/stand-ins/stand-in.ts";

function basic(login: string): string {
  return `Basic ${Buffer.from(login).toString("base64")}`;
}

/** Numbers that Twilio has something to say about. */
export const TWILIO_NUMBERS = {
  invalid: "+15005550001",
  landline: "+15005550014",
  stopped: "+15005550610",
  region: "+15005550408",
  busy: "+15005550429",
} as const;

const TWILIO_ERRORS: Record<string, [status: number, code: number, message: string]> = {
  [TWILIO_NUMBERS.invalid]: [400, 21_211, "Invalid 'To' Phone Number"],
  [TWILIO_NUMBERS.landline]: [400, 21_614, "'To' number is not a valid mobile number"],
  [TWILIO_NUMBERS.stopped]: [400, 21_610, "Attempt to send to unsubscribed recipient"],
  [TWILIO_NUMBERS.region]: [400, 21_408, "Permission to send an SMS has not been enabled"],
  [TWILIO_NUMBERS.busy]: [429, 20_429, "Too Many Requests"],
};

/** Account AC1 with the token `twilio-auth-token`. */
export const twilioProtocol: Protocol = ({ url, headers, body }) => {
  const error = (status: number, code: number, message: string) => ({
    status,
    body: { code, message, more_info: `https://www.twilio.com/docs/errors/${code}`, status },
  });
  if (headers.authorization !== basic("AC1:twilio-auth-token"))
    return error(401, 20_003, "Authenticate");
  if (url.pathname !== "/2010-04-01/Accounts/AC1/Messages.json")
    return error(404, 20_404, "The requested resource was not found");
  const form = new URLSearchParams(body);
  const to = form.get("To") ?? "";
  const wrong = TWILIO_ERRORS[to];
  if (wrong) return error(...wrong);
  if (!/^\+\d{6,15}$/.test(to)) return error(400, 21_211, `Invalid 'To' Phone Number: ${to}`);
  if (!form.get("From") && !form.get("MessagingServiceSid"))
    return error(400, 21_603, "A 'From' phone number is required");
  const text = form.get("Body") ?? "";
  if (text.length > 1_600) return error(400, 21_617, "The message body exceeds 1600 characters");
  return { status: 201, body: { sid: "SM0001", status: "queued", num_segments: "1", to } };
};

/** Account EX0012345 of `api@example.com`, password `esendex-password`. */
export function esendexProtocol(optedOut: string[] = []): Protocol {
  return (asked) => {
    const { method, url, headers } = asked;
    if (headers.authorization !== basic("api@example.com:esendex-password"))
      return { status: 401, body: "Unauthorized" };
    if (method === "GET" && url.pathname === "/v1.0/optouts") {
      const start = Number(url.searchParams.get("startIndex"));
      const page = optedOut.slice(start, start + Number(url.searchParams.get("count")));
      const optouts = page.map((phonenumber) => ({
        accountreference: "EX0012345",
        from: { phonenumber },
      }));
      return { status: 200, body: { startindex: start, count: page.length, optouts } };
    }
    if (url.pathname !== "/v1.0/messagedispatcher") return { status: 404, body: "Not Found" };
    const sent = jsonOf(asked) as { accountreference?: string; messages?: { to: string }[] };
    if (sent.accountreference !== "EX0012345") return { status: 403, body: "Not your account" };
    if (!sent.messages?.every(({ to }) => /^\d{6,15}$/.test(to) && !to.endsWith("000")))
      return { status: 400, body: "A number is not valid" };
    const messageheaders = sent.messages.map(({ to }) => ({ id: `id-${to}`, uri: `/v1.0/${to}` }));
    return { status: 200, body: { batch: { batchid: "b1", messageheaders } } };
  };
}

/** A server of the fediverse whose account's key is `social-key`. */
export function mastodonProtocol(): Protocol {
  const posts = new Map<string, string>();
  return (asked) => {
    if (asked.headers.authorization !== "Bearer social-key")
      return { status: 401, body: { error: "The access token is invalid" } };
    if (asked.url.pathname === "/api/v1/accounts/verify_credentials")
      return { status: 200, body: { id: "1", username: "acme" } };
    if (asked.url.pathname !== "/api/v1/statuses") return { status: 404 };
    const { status = "" } = jsonOf(asked) as { status?: string };
    if (status === "" || [...status].length > 500)
      return { status: 422, body: { error: "Validation failed: Text character limit exceeded" } };
    const key = String(asked.headers["idempotency-key"]);
    const id = posts.get(key) ?? String(110_000 + posts.size);
    posts.set(key, id);
    return { status: 200, body: { id, url: `https://social.example/@acme/${id}` } };
  };
}
