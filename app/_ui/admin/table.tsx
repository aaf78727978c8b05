import { ArrowDown, ArrowUp } from "lucide-react";
import Link from "next/link";
import type { ReactNode } from "react";
import { SelectAll } from "./selection.tsx";

export type Column<Row> = {
  key: string;
  label: string;
  cell: (row: Row) => ReactNode;
  /**
   * `fit` takes the room its content needs, `grow` shares what is left and is cut with an ellipsis.
   */
  width?: "fit" | "grow";
  align?: "end";
  /** On screens narrower than that it is left out; on a phone the row is a card, with all of it. */
  from?: "lg" | "xl" | "2xl";
  /** How it appears on the card: under its label, without it, or not at all. */
  card?: "labelled" | "plain" | "none";
  /** The value of `?sort=` that orders by it; `-` before it turns it round. */
  sort?: string;
};

type Props<Row> = {
  /** Describes the table for people who cannot see it. */
  label: string;
  columns: Column<Row>[];
  rows: Row[];
  keyOf: (row: Row) => string | number;
  /** The first thing of a row: what it is called, its link. */
  head: Pick<Column<Row>, "label" | "cell" | "sort" | "width">;
  /** Actions of a row. */
  actions?: (row: Row) => ReactNode;
  /** Rows can be selected for `BulkBar`, under this name for whom it is read out. */
  selectable?: (row: Row) => string;
  /** The address of this list sorted by a column. */
  sorted?: { by: string | undefined; href: (sort: string) => string };
};

const FROM = { lg: "max-lg:md:hidden", xl: "max-xl:md:hidden", "2xl": "max-2xl:md:hidden" };

function look<Row>({ width = "fit", align, from, card = "plain" }: Column<Row>): string {
  return [
    width === "grow" ? "col-grow" : "col-fit",
    align === "end" && "text-end",
    from && FROM[from],
    card === "none" && "max-md:hidden",
  ]
    .filter(Boolean)
    .join(" ");
}

/**
 * How the name and what grows share the room: the name gets what it needs, or half where it says
 * that it grows; without others it has all.
 */
function share<Row>(head: Props<Row>["head"], columns: Column<Row>[]): string {
  const growing = columns.filter(({ width }) => width === "grow").length;
  if (growing === 0) return "";
  return head.width === "grow" ? "data-half" : `data-grow data-grow-${Math.min(growing, 2)}`;
}

/**
 * Records, a row each, 40 px high; on a phone each is a card. Where the name is a link, the whole
 * row leads there.
 */
export function Table<Row>(props: Props<Row>) {
  const { label, columns, rows, keyOf, head, actions, selectable, sorted } = props;
  return (
    <table className={`data ${share(head, columns)}`} aria-label={label}>
      <thead>
        <tr>
          {selectable && (
            <td className="col-check">
              <SelectAll />
            </td>
          )}
          <Head column={{ key: "head", ...head, width: "grow" }} sorted={sorted} isHead />
          {columns.map((column) => (
            <Head key={column.key} column={column} sorted={sorted} />
          ))}
          {actions && <td className="col-fit" />}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={keyOf(row)}>
            {selectable && (
              <td className="col-check">
                <input
                  type="checkbox"
                  name="ids"
                  value={keyOf(row)}
                  aria-label={selectable(row)}
                  className="relative z-1 size-4"
                />
              </td>
            )}
            <th scope="row" className="col-grow col-head">
              {head.cell(row)}
            </th>
            {columns.map((column) => (
              <td key={column.key} className={look(column)}>
                {column.card === "labelled" && <span className="card-label">{column.label}</span>}
                {column.cell(row)}
              </td>
            ))}
            {actions && <td className="col-fit col-actions">{actions(row)}</td>}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

type HeadProps<Row> = { column: Column<Row>; sorted: Props<Row>["sorted"]; isHead?: boolean };

function Head<Row>({ column, sorted, isHead = false }: HeadProps<Row>) {
  const { label, sort } = column;
  const className = isHead ? "col-head-title" : look(column);
  if (!sort || !sorted)
    return (
      <th scope="col" className={className}>
        {label}
      </th>
    );
  const isUp = sorted.by === sort;
  const isDown = sorted.by === `-${sort}`;
  const order = isDown ? "descending" : "ascending";
  return (
    <th scope="col" className={className} aria-sort={isUp || isDown ? order : undefined}>
      <Link
        href={sorted.href(isUp ? `-${sort}` : sort)}
        className="inline-flex items-center gap-1 hover:text-ink"
      >
        {label}
        {isUp && <ArrowUp size={14} aria-hidden />}
        {isDown && <ArrowDown size={14} aria-hidden />}
      </Link>
    </th>
  );
}
