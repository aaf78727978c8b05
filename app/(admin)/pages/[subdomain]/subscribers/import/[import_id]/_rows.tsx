import { Table } from "#app/_ui/admin/table.tsx";
import type { FieldErrorCode } from "#lib/platform/i18n/field-errors.ts";
import type { Translate } from "#lib/platform/i18n/translator.ts";
import type { PreviewRow, Problem } from "#lib/subscribers/import/schema.ts";

const OWN_CODES = ["duplicate", "unnamed", "unknown_name", "ambiguous", "ended", "no_address"];
type OwnCode = "duplicate" | "unnamed" | "unknown_name" | "ambiguous" | "ended" | "no_address";

function problemText({ code, values }: Problem, t: Translate): string {
  const isOwn = OWN_CODES.includes(code);
  if (isOwn) return t(`admin_import.${code as OwnCode}`, { name: "", ...values });
  return t(`field_errors.${code as FieldErrorCode}`, values);
}

function columnName({ column }: Problem): string {
  return column === "base" ? "" : column;
}

type RowsProps = { numbers: Intl.NumberFormat; t: Translate };

export function Problems({ problems, numbers, t }: RowsProps & { problems: Problem[] }) {
  return (
    <Table
      label={t("admin_import.problems")}
      rows={problems}
      keyOf={({ row, column }) => `${row} ${column}`}
      head={{ label: t("admin_import.problem"), cell: (problem) => problemText(problem, t) }}
      columns={[
        {
          key: "row",
          label: t("admin_import.row"),
          align: "end",
          card: "labelled",
          cell: ({ row }) => numbers.format(row),
        },
        { key: "column", label: t("admin_import.column"), cell: columnName },
      ]}
    />
  );
}

type PreviewProps = RowsProps & {
  rows: PreviewRow[];
  names: ReadonlyMap<number, string>;
  list: (items: string[]) => string;
};

/** The outcome of the first rows, before anything is written. */
export function Preview({ rows, names, list, numbers, t }: PreviewProps) {
  const about = ({ filter, service_ids, incident_types }: PreviewRow) => {
    const listed = [...service_ids.map((id) => names.get(id) ?? `#${id}`), ...incident_types];
    if (listed.length > 0) return list(listed);
    return filter && t(`admin_subscribers.filter.${filter}`);
  };
  return (
    <Table
      label={t("admin_import.preview")}
      rows={rows}
      keyOf={({ row, problem }) => `${row} ${problem?.column ?? ""}`}
      head={{
        label: t("admin_import.becomes.title"),
        cell: ({ address, problem }) => (problem ? problemText(problem, t) : address),
      }}
      columns={[
        {
          key: "fate",
          label: t("admin_import.becomes.fate"),
          cell: ({ fate, asked }) =>
            asked ? t("admin_import.becomes.asked") : t(`admin_import.becomes.${fate}`),
        },
        { key: "about", label: t("admin_subscribers.filter.title"), cell: about },
        {
          key: "row",
          label: t("admin_import.row"),
          align: "end",
          card: "labelled",
          cell: ({ row }) => numbers.format(row),
        },
      ]}
    />
  );
}
