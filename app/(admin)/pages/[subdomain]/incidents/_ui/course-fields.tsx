"use client";
import { Pencil } from "lucide-react";
import { type FormEvent, useState } from "react";
import { useLocale, useTranslations } from "use-intl/react";
import { type Option, SelectField, SwitchField } from "#app/_ui/admin/choice-fields.tsx";
import { useForm } from "#app/_ui/admin/form.tsx";
import { LinesField } from "#app/_ui/admin/lines-field.tsx";
import { type ServiceChoice, ServicePicker } from "#app/_ui/admin/service-picker.tsx";
import { type FieldMoment, MomentField } from "#app/_ui/admin/time-fields.tsx";
import type { FormState } from "#lib/core/forms/state.ts";

type Row = { service_ids: number[]; type: string; starts_at: FieldMoment; ends_at: FieldMoment };

type Props = {
  rows: Row[];
  /** The mark of the rows as they are shown. */
  mark: string;
  /** Whether they follow from the updates. */
  isFollowing: boolean;
  services: ServiceChoice[];
  types: Option[];
  time_zone: string;
};

// More are made only where they are opened.
const MAX_BOXES = 600;

/** The rows that were typed before. */
function typedRows({ values }: FormState): Row[] | undefined {
  if (values.impacts === undefined) return undefined;
  const rows: Row[] = [];
  for (let path = "impacts.0."; values[`${path}type`]; path = `impacts.${rows.length}.`) {
    const moment = (name: string) => ({
      initial: values[path + name]?.[0] ?? "",
      shown: values[`${path}${name}.shown`]?.[0],
    });
    rows.push({
      service_ids: values[`${path}service_ids`]?.filter(Boolean).map(Number) ?? [],
      type: values[`${path}type`]?.[0] ?? "",
      starts_at: moment("starts_at"),
      ends_at: moment("ends_at"),
    });
  }
  return rows;
}

/** Where each row begins in the list that is sent: one impact per service. */
function placesOf(rows: readonly Row[]): { first: number; count: number }[] {
  let first = 0;
  return rows.map(({ service_ids, starts_at, ends_at }) => {
    const isBlank = !(starts_at.initial || ends_at.initial);
    const place = { first, count: service_ids.length || Number(!isBlank) };
    first += place.count;
    return place;
  });
}

const textOf = (rows: readonly Row[]) =>
  JSON.stringify(
    rows.map(({ service_ids, type, starts_at, ends_at }) => [
      ...[service_ids.toSorted(), type, starts_at.initial, ends_at.initial],
    ]),
  );

/** The impacts as rows, folded until they are changed. */
export function CourseFields({ rows: shown, mark, isFollowing, ...choices }: Props) {
  const t = useTranslations("admin_composer.rows");
  const { state } = useForm();
  const typed = typedRows(state);
  const rows = typed ?? shown;
  const places = placesOf(rows);
  const error = Object.entries(state.fields).find(([path]) => /^impacts\b/.test(path))?.[1];
  const isOpen = error !== undefined || (typed !== undefined && textOf(typed) !== textOf(shown));
  const blank = {
    service_ids: [],
    type: choices.types[0]?.value ?? "",
    starts_at: { initial: "" },
  };
  return (
    <details open={isOpen} className="details group/course">
      <summary>{t(isFollowing ? "title" : "title_exact")}</summary>
      <div className="mt-2 space-y-3">
        <p className="text-muted text-sm">{t(isFollowing ? "following" : "exact")}</p>
        {!isFollowing && (
          <SwitchField name="impacts_follow_updates" label={t("follow")} hint={t("follow_hint")} />
        )}
        <div className="group-has-[.switch:checked]/course:hidden">
          <input type="hidden" name="impacts.shown" value={mark} data-target="" />
          <LinesField
            name="impacts"
            label={t("label")}
            hint={t("hint")}
            initial={rows}
            blank={{ ...blank, ends_at: { initial: "" } }}
            add={t("add")}
            error={error}
          >
            {(row, index) => (
              <CourseRow
                {...{ row, index, ...choices }}
                place={places[index]}
                isWhole={rows.length * choices.services.length <= MAX_BOXES}
              />
            )}
          </LinesField>
        </div>
      </div>
    </details>
  );
}

type RowProps = {
  row: Row;
  index: number;
  services: ServiceChoice[];
  types: Option[];
  time_zone: string;
  place: { first: number; count: number } | undefined;
  isWhole: boolean;
};

function CourseRow({ row, index, services, types, time_zone, place, isWhole }: RowProps) {
  const t = useTranslations();
  const { state } = useForm();
  const path = `impacts.${index}.`;
  const { first = 0, count = 0 } = place ?? {};
  /** Where the schema says that a field is wrong; empty: it is not. */
  const wrong = (field: string) =>
    Array.from({ length: count }, (_, more) => `impacts.${first + more}.${field}`).find(
      (one) => state.fields[one],
    ) ?? "";
  const timeLabel = (name: "from" | "until") => t(`admin_composer.rows.${name}`);
  return (
    <fieldset className="min-w-0 grow space-y-3 rounded-md border border-line p-3">
      <legend className="sr-only">
        {t("admin_kit.field.line", { label: t("admin_composer.rows.line"), number: index + 1 })}
      </legend>
      <RowServices
        name={`${path}service_ids`}
        path={wrong("service_id")}
        {...{ services, isWhole }}
        initial={row.service_ids}
      />
      <div className="grid gap-3 sm:grid-cols-3">
        <SelectField
          name={`${path}type`}
          path={wrong("type")}
          label={t("admin_composer.rows.type")}
          options={types}
          initial={row.type}
        />
        <MomentField
          name={`${path}starts_at`}
          path={wrong("starts_at")}
          label={timeLabel("from")}
          time_zone={time_zone}
          {...row.starts_at}
        />
        <MomentField
          name={`${path}ends_at`}
          path={wrong("ends_at")}
          label={timeLabel("until")}
          time_zone={time_zone}
          {...row.ends_at}
        />
      </div>
    </fieldset>
  );
}

type ServicesProps = Pick<RowProps, "services" | "isWhole"> & {
  name: string;
  path: string;
  initial: number[];
};

/** The names of a row's services, which open to the tree they are chosen from. */
function RowServices({ name, path, services, isWhole, initial }: ServicesProps) {
  const t = useTranslations("admin_composer.rows");
  const list = new Intl.ListFormat(useLocale());
  const [chosen, setChosen] = useState(initial);
  const isOpen = initial.length === 0 || path !== "";
  const [isOpened, setOpened] = useState(isOpen);
  const names = services.filter(({ id }) => chosen.includes(id)).map((service) => service.name);
  function read({ currentTarget }: FormEvent<HTMLElement>): void {
    const boxes = currentTarget.querySelectorAll<HTMLInputElement>("[type=checkbox]:checked");
    setChosen([...boxes].map(({ value }) => Number(value)));
  }
  return (
    <details open={isOpen} onToggle={() => setOpened(true)} onChange={read} className="details">
      <summary>
        <Pencil size={14} aria-hidden /> {names.length > 0 ? list.format(names) : t("services")}
      </summary>
      {isWhole || isOpened ? (
        <ServicePicker {...{ services, name, path }} chosen={initial} label={t("services")} />
      ) : (
        initial.map((id) => <input key={id} type="hidden" name={name} value={id} />)
      )}
    </details>
  );
}
