import { Plus } from "lucide-react";
import Link from "next/link";
import { Screen } from "#app/_ui/admin/screen.tsx";
import { type Admin, openAdmin } from "#app/(admin)/_shared/open.ts";
import { PageState } from "#app/(admin)/_shell/page-state.tsx";
import { getPageUrl } from "#lib/pages/read.ts";
import { readSentence } from "#lib/site/view/view.ts";
import { readNow } from "./_read.ts";
import { Attention } from "./_ui/attention.tsx";
import { Deliveries } from "./_ui/deliveries.tsx";
import { FirstSteps } from "./_ui/first-steps.tsx";
import { OpenIncident } from "./_ui/open-incident.tsx";
import { Planned } from "./_ui/planned.tsx";
import { Waiting } from "./_ui/waiting.tsx";

type Props = { params: Promise<{ subdomain: string }> };

/** The first screen of a page: what visitors read, what is open, and what needs somebody. */
export default async function NowPage({ params }: Props) {
  const { subdomain } = await params;
  const admin = await openAdmin(subdomain);
  const { t, page } = admin;
  const { incidents, maintenances, findings, outages, down, calls } = await readNow(admin);
  return (
    <Screen
      title={t("admin_now.title")}
      of={page.name}
      t={t}
      actions={
        <Link
          href={`/pages/${subdomain}/incidents/new`}
          data-keys="c"
          className="button button-primary"
        >
          <Plus size={16} aria-hidden /> {t("admin.incidents.new")}
        </Link>
      }
    >
      <div className="grid items-start gap-x-8 gap-y-6 xl:grid-cols-[minmax(0,1fr)_20rem]">
        <div className="min-w-0 space-y-6">
          <Visitors admin={admin} />
          <Waiting admin={admin} outages={outages} />
          {incidents.map((incident, index) => (
            <OpenIncident
              key={incident.id}
              admin={admin}
              incident={incident}
              isComposing={index === 0}
              down={down.filter(({ incident_id }) => incident_id === incident.id)}
            />
          ))}
          {incidents.length === 0 && <p className="px-2 text-muted">{t("admin_now.calm")}</p>}
          <FirstSteps admin={admin} />
        </div>
        <div className="min-w-0 space-y-6">
          <Attention admin={admin} findings={findings} />
          <Planned admin={admin} maintenances={maintenances} />
          <Deliveries admin={admin} calls={calls} />
        </div>
      </div>
    </Screen>
  );
}

/** The sentence at the top of the public page. */
async function Visitors({ admin }: { admin: Admin }) {
  const { ctx, page, locale, t } = admin;
  const [sentence, url] = await Promise.all([
    readSentence(ctx, page, locale),
    getPageUrl(ctx, page),
  ]);
  const heading = t(page.draft ? "admin_now.visitors_later" : "admin_now.visitors");
  return (
    <section aria-label={heading} className="visitors">
      <p className="px-2 text-muted text-sm">{heading}</p>
      <PageState {...sentence} url={url} label="" isLarge />
    </section>
  );
}
