import { Back } from "#app/(public)/_ui/back.tsx";
import { PageDocument } from "#app/(public)/_ui/document.tsx";
import { formPage, type PageProps } from "#app/(public)/_visit.tsx";
import { goToDay } from "#app/(public)/s/[host]/day/actions.ts";
import { FORMS } from "#lib/core/routes/routes.ts";
import { firstDayOf } from "#lib/platform/clock.ts";
import { loadSnapshot } from "#lib/site/snapshot/load.ts";
import type { View } from "#lib/site/view/view.ts";

function GoToDay({ view, typed }: { view: View; typed: string | undefined }) {
  const { t, f, snapshot, visit } = view;
  const { page, as_of } = snapshot;
  const { history_limit_days } = page.settings;
  const limit = history_limit_days && firstDayOf(history_limit_days, as_of, page.time_zone);
  const title = t("public.go_to_day.title");
  return (
    <PageDocument
      view={view}
      path="/day"
      title={title}
      severity={view.sentence.severity}
      scripted={false}
    >
      <Back view={view} />
      <h1>{title}</h1>
      <form action={goToDay} className="choice">
        <input type="hidden" name="lang" value={visit.chosen ?? ""} />
        <label>
          {t("public.go_to_day.day")}
          <input
            type="date"
            name="day"
            required
            defaultValue={typed}
            min={limit ?? undefined}
            max={f.day(as_of)}
            {...(typed && { "aria-invalid": true, "aria-describedby": "wrong" })}
          />
        </label>
        <button type="submit">{t("public.go_to_day.show")}</button>
      </form>
      {typed && <p id="wrong">{t("public.go_to_day.wrong")}</p>}
    </PageDocument>
  );
}

export default function Page(props: PageProps) {
  return formPage(FORMS.go_to_day, props, {
    open: loadSnapshot,
    say: () => [],
    draw: (view, _, { day }) => <GoToDay view={view} typed={day} />,
  });
}
