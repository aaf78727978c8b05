import { z } from "zod";
import { canonicalNames } from "#lib/core/fields/aliases.ts";
import { fieldErrors, isZero, unsetZeros } from "#lib/core/fields/validation.ts";
import { PictureFile } from "#lib/incidents/pictures/schema.ts";
import { IMAGES } from "#lib/pages/images/schema.ts";
import { AppError, type FieldErrors, invalid } from "#lib/platform/errors/errors.ts";
import { MAX_BODY_BYTES, MIB } from "#lib/platform/http/protocol.ts";
import { ALERT_TOOLS, WEBHOOK_MONITORS } from "#lib/services/monitoring-tools.ts";

export function bodyTooLarge(max_bytes: number): AppError {
  const size = max_bytes < MIB ? `${max_bytes / 1_024} KiB` : `${max_bytes / MIB} MiB`;
  return new AppError("too_large", `The body is larger than ${size}`);
}

/**
 * A record under its wire key, `{ "incident": { … } }`. With several keys a body has one of them.
 */
export type Wrapped<S extends z.ZodType = z.ZodType> = {
  records: Record<string, S>;
  whole: z.ZodType;
};

export function wrapped<S extends z.ZodType>(key: string, record: S): Wrapped<S> {
  return { records: { [key]: record }, whole: z.object({ [key]: record }) };
}

export function oneOf<S extends z.ZodType, L extends z.ZodType>(
  one: Wrapped<S>,
  many: Wrapped<L>,
): Wrapped<S | L> {
  const records: Record<string, S | L> = { ...one.records, ...many.records };
  const alone = Object.entries(records).map(([key, record]) => {
    const others = Object.keys(records).filter((other) => other !== key);
    return z.object({
      [key]: record,
      ...Object.fromEntries(others.map((other) => [other, z.null().optional()])),
    });
  });
  return { records, whole: z.union(alone) };
}

type Shape = Wrapped | z.ZodType | null | undefined;

export function isWrapped(shape: Shape): shape is Wrapped {
  return shape != null && "records" in shape;
}

export function wrapperOf(shape: Shape): string | undefined {
  return isWrapped(shape) ? Object.keys(shape.records)[0] : undefined;
}

export function wrap({ records }: Wrapped, record: unknown): Record<string, unknown> {
  const keys = Object.keys(records);
  const key = keys.find((name) => records[name] instanceof z.ZodArray === Array.isArray(record));
  return { [key ?? keys[0] ?? ""]: record };
}

export type Upload = { types: readonly string[]; max_bytes: number; optional?: true };

/** @throws {AppError} `too_large` */
export async function readBytes(request: Request, max_bytes = MAX_BODY_BYTES): Promise<Buffer> {
  const declared_bytes = Number(request.headers.get("content-length") ?? 0);
  if (declared_bytes > max_bytes) throw bodyTooLarge(max_bytes);
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of request.body ?? []) {
    size += chunk.byteLength;
    if (size > max_bytes) throw bodyTooLarge(max_bytes);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

async function readJson(request: Request): Promise<unknown> {
  const bytes = await readBytes(request);
  try {
    return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
  } catch {
    throw new AppError("bad_request", "The body is not valid JSON");
  }
}

function located(errors: FieldErrors, key: string, isList: boolean): FieldErrors {
  const path = (inner: string) => {
    if (inner === "base") return key;
    return isList ? `${key}.${inner}` : inner;
  };
  return Object.fromEntries(Object.entries(errors).map(([inner, codes]) => [path(inner), codes]));
}

function keyIn(body: Record<string, unknown>, shape: Wrapped): string {
  const [first, ...others] = Object.keys(shape.records).filter(
    (name) => body[name] != null && !isZero(body[name]),
  );
  const [other] = others;
  if (first !== undefined && other !== undefined)
    throw invalid({ [other]: [{ code: "not_together", values: { other: first } }] });
  return first ?? wrapperOf(shape) ?? "";
}

/**
 * Parses a request's record.
 * @throws {AppError} `too_large`, `bad_request` for invalid JSON, `invalid` with field paths inside
 * the record (in a list, after the list's name)
 */
export async function readBody<S extends z.ZodType>(
  request: Request,
  shape: Wrapped<S>,
): Promise<z.output<S>> {
  const json = await readJson(request);
  const body = (typeof json === "object" && !Array.isArray(json) ? (json ?? {}) : {}) as Record<
    string,
    unknown
  >;
  const key = keyIn(body, shape);
  const schema = shape.records[key];
  const record = canonicalNames(body[key]);
  if (!schema || record == null) throw invalid({ [key]: [{ code: "blank" }] });
  const first = schema.safeParse(record);
  const parsed =
    first.error && unsetZeros(record, first.error.issues) ? schema.safeParse(record) : first;
  if (parsed.success) return parsed.data;
  throw invalid(located(fieldErrors(parsed.error), key, Array.isArray(record)));
}

function id() {
  return z
    .string()
    .transform((text, ctx) => {
      const number = /^[1-9]\d{0,15}$/.test(text) ? Number(text) : Number.NaN;
      if (!Number.isSafeInteger(number)) ctx.addIssue({ code: "custom" });
      return number;
    })
    .meta({ type: "integer", minimum: 1 });
}

// Rejects impossible subdomains without a query.
const subdomain = z.string().regex(/^[a-z0-9-]{1,63}$/);

export const PageParams = z.object({ subdomain });
export const OrganizationParams = z.object({ organization_id: id() });
export const OrganizationPageParams = OrganizationParams.extend({ subdomain });
export const ImageParams = OrganizationPageParams.extend({ image: z.enum(IMAGES) });
export const PictureParams = PageParams.extend({ file: PictureFile });
export const ServiceParams = PageParams.extend({ service_id: id() });
export const OpenAlertParams = ServiceParams.extend({ alert_id: id() });
export const InboxParams = PageParams.extend({ service_id: z.uuid() });
export const DayParams = ServiceParams.extend({ day: z.iso.date() });
export const ReportParams = InboxParams.extend({
  webhook_monitoring_service: z.enum(WEBHOOK_MONITORS),
});
export const AlertsParams = PageParams.extend({
  token: z.string().regex(/^[0-9a-f]{64}$/),
  webhook_monitoring_service: z.enum(ALERT_TOOLS),
});
export const SignalParams = InboxParams.extend({
  signal: z.string().regex(/^(?:start|fail|log|1?\d?\d|2[0-4]\d|25[0-5])$/),
});
export const IncidentParams = PageParams.extend({ incident_id: id() });
export const IncidentDraftParams = PageParams.extend({ incident_draft_id: id() });
export const OutageParams = PageParams.extend({ outage_id: id() });
export const IncidentUpdateParams = IncidentParams.extend({ update_id: id() });
export const InfoNoticeParams = PageParams.extend({ info_notice_id: id() });
export const IncidentTemplateParams = PageParams.extend({ incident_template_id: id() });
export const AccessGroupParams = PageParams.extend({ access_group_id: id() });
export const IncidentTypeParams = PageParams.extend({ incident_type_id: id() });
export const IntegrationParams = PageParams.extend({ integration_id: id() });
export const MetricParams = PageParams.extend({ metric_id: id() });
export const MemberParams = OrganizationParams.extend({ member_id: id() });
export const PageMemberParams = PageParams.extend({ page_member_id: id() });
export const ApiKeyParams = OrganizationParams.extend({ api_key_id: id() });
export const SubscriptionParams = PageParams.extend({ subscription_id: id() });
export const NotificationParams = SubscriptionParams.extend({ event_id: id() });
export const SubscriptionGroupParams = PageParams.extend({ subscription_group_id: id() });
export const SubscriptionImportParams = PageParams.extend({ import_id: id() });
export const WebhookParams = PageParams.extend({ webhook_id: id() });
export const DeliveryParams = WebhookParams.extend({ delivery_id: id() });
export const LoggedDeliveryParams = PageParams.extend({ delivery_id: id() });
