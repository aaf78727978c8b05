import { isDeepStrictEqual } from "node:util";
import { type FieldErrors, invalid } from "#lib/platform/errors/errors.ts";
import { compileJsonpath, compilePattern } from "#lib/services/jsonpath.ts";
import type { ServiceRow } from "#lib/services/queries.ts";
import { JsonpathSettings, MonitoringOptions } from "#lib/services/schema.ts";

const BLANK = [{ code: "blank" }] as const;

/** The fields that decide how monitoring reports are read. */
function reportSettingsOf(row: ServiceRow | null) {
  const settings = row?.webhook_custom_jsonpath_settings ?? {};
  const jsonpath = JsonpathSettings.parse(settings);
  const options = MonitoringOptions.parse(row?.monitoring_options ?? {});
  const sender = row?.monitoring === "webhook" ? row.webhook_monitoring_service : null;
  return {
    ...{ isMailed: row?.monitoring === "3rd_party", sender, ...jsonpath },
    keywords: [options.keyword_down, options.keyword_up],
  };
}

type ReportSettings = ReturnType<typeof reportSettingsOf>;

async function wrongJsonpath(before: ReportSettings, after: ReportSettings) {
  const { sender, expected_result, down_result, comparison } = after;
  const errors: FieldErrors = {};
  const isNeeded = sender === "custom-jsonpath";
  for (const name of ["jsonpath", "identity"] as const) {
    const path = after[name];
    const isRead = path && (isNeeded || path !== before[name]);
    const compiled = isRead ? await compileJsonpath(path) : null;
    if (compiled && "problem" in compiled)
      errors[name] = [{ code: "bad_jsonpath", values: { problem: compiled.problem } }];
  }
  const patterns = comparison === "matches" ? { expected_result, down_result } : {};
  for (const [name, pattern] of Object.entries(patterns)) {
    const read = pattern ? await compilePattern(pattern) : null;
    if (read && "problem" in read)
      errors[name] = [{ code: "bad_pattern", values: { problem: read.problem } }];
  }
  if (isNeeded && !after.jsonpath) errors.jsonpath = [...BLANK];
  if (isNeeded && !expected_result) errors.expected_result = [...BLANK];
  return Object.entries(errors).map(([name, found]) => [
    `webhook_custom_jsonpath_settings.${name}`,
    found,
  ]);
}

/** Settings from before this rule stay valid. @throws {AppError} `invalid` */
export async function checkReportSettings(
  before: ServiceRow | null,
  after: ServiceRow,
): Promise<void> {
  const [known, reading] = [reportSettingsOf(before), reportSettingsOf(after)];
  if (isDeepStrictEqual(known, reading)) return;
  const errors: FieldErrors = Object.fromEntries(await wrongJsonpath(known, reading));
  if (reading.isMailed && !reading.keywords.some((word) => word?.trim()))
    for (const name of ["keyword_down", "keyword_up"])
      errors[`monitoring_options.${name}`] = [{ code: "needs_keyword" }];
  if (Object.keys(errors).length > 0) throw invalid(errors);
}
