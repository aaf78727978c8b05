import { displayAddress } from "#lib/subscribers/addresses.ts";
import type { RowOutcome } from "#lib/subscribers/import/batch.ts";
import type { Layout, PreviewRow, Problem } from "#lib/subscribers/import/schema.ts";

export const MAX_PREVIEW = 20;

const NOBODY = {
  asked: false,
  type: null,
  address: null,
  filter: null,
  service_ids: [],
  incident_types: [],
};

function outcomeRow({ read, fate, isAsked }: RowOutcome): PreviewRow {
  const { row, input } = read;
  const { type = null, filter, service_ids = [], incident_types = [] } = input;
  const { email = null, country_dial_code = null, phone_number = null, webhook_url = null } = input;
  const address = displayAddress({ email, country_dial_code, phone_number, webhook_url });
  const what = { type, address, filter, service_ids, incident_types };
  return { row, fate, asked: isAsked, ...what, problem: null };
}

function problemRow(problem: Problem): PreviewRow {
  const fate = problem.code === "duplicate" ? "duplicate" : "refused";
  return { row: problem.row, fate, ...NOBODY, problem };
}

/** The outcome of a batch's first rows, in the order of the file. */
export function previewOf(
  outcomes: readonly RowOutcome[],
  problems: readonly Problem[],
): PreviewRow[] {
  const fine = outcomes.filter(({ fate }) => fate !== "refused").map(outcomeRow);
  const all = [...fine, ...problems.map(problemRow)];
  return all.toSorted((a, b) => a.row - b.row).slice(0, MAX_PREVIEW);
}

/** Cells are personal data, which an import keeps no longer than it needs. */
export function withoutSamples(layout: Layout): Layout {
  return { ...layout, columns: layout.columns.map((column) => ({ ...column, samples: [] })) };
}
