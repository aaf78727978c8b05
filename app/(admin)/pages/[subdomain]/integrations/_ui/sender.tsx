import { CircleCheck, CircleHelp, TriangleAlert } from "lucide-react";
import { Suspense } from "react";
import { Section } from "#app/_ui/admin/section.tsx";
import type { Admin } from "#app/(admin)/_shared/open.ts";
import { checkSenderDomain } from "#lib/channels/sender-domain.ts";
import type { IntegrationTarget } from "#lib/pages/integrations/integrations.ts";

type Props = { admin: Admin; target: IntegrationTarget };

const LOOKS = {
  good: { icon: CircleCheck, colour: "text-closed" },
  bad: { icon: TriangleAlert, colour: "text-minor" },
  unknown: { icon: CircleHelp, colour: "text-muted" },
};
const GOOD = ["found", "enforced"];
const UNKNOWN = ["no_answer", "unusual"];

function appearanceReport(state: string) {
  if (GOOD.includes(state)) return LOOKS.good;
  return UNKNOWN.includes(state) ? LOOKS.unknown : LOOKS.bad;
}

async function Records({ admin: { ctx, t }, target }: Props) {
  const sender = await checkSenderDomain(ctx, target);
  if (!sender) return null;
  const { domain, spf, dkim, dmarc } = sender;
  const told = [
    { name: "SPF", state: spf.state, record: spf.record, text: t(`admin_sender.spf.${spf.state}`) },
    {
      name: "DKIM",
      state: dkim.state,
      record: dkim.record,
      text: t(`admin_sender.dkim.${dkim.state}`),
    },
    {
      name: "DMARC",
      state: dmarc.state,
      record: dmarc.record,
      text: t(`admin_sender.dmarc.${dmarc.state}`),
    },
  ];
  return (
    <>
      <p className="font-medium">{domain}</p>
      <dl className="space-y-3">
        {told.map(({ name, state, record, text }) => {
          const { icon: Icon, colour } = appearanceReport(state);
          return (
            <div key={name}>
              <dt className={`flex items-center gap-1.5 font-medium ${colour}`}>
                <Icon size={16} aria-hidden /> {name}
              </dt>
              <dd>{text}</dd>
              {record && (
                <dd className="text-muted text-sm">
                  <code className="break-all">{record}</code>
                </dd>
              )}
            </div>
          );
        })}
      </dl>
    </>
  );
}

/** Whether the DNS of the sender's domain lets its mails arrive; looked up while the rest is there. */
export function SenderRecords(props: Props) {
  const { t } = props.admin;
  return (
    <Section title={t("admin_sender.title")} text={t("admin_sender.text")}>
      <Suspense fallback={<p className="text-muted">{t("admin_sender.looking")}</p>}>
        <Records {...props} />
      </Suspense>
    </Section>
  );
}
