import { Choices, type Current } from "#app/(public)/_forms/choices.tsx";
import { FormDocument, Keepsake } from "#app/(public)/_forms/document.tsx";
import { PageForm, Problem, Trap } from "#app/(public)/_forms/parts.tsx";
import { withQuery } from "#app/(public)/_query.ts";
import { PageFeeds } from "#app/(public)/_ui/follow.tsx";
import { formPage, type PageProps } from "#app/(public)/_visit.tsx";
import { How } from "#app/(public)/s/[host]/subscribe/_how.tsx";
import { subscribeAction } from "#app/(public)/s/[host]/subscribe/actions.ts";
import type { ChatType } from "#lib/channels/channel.ts";
import { sentForm } from "#lib/core/request/request-scope.ts";
import { FORMS } from "#lib/core/routes/routes.ts";
import type { View } from "#lib/site/view/view.ts";
import { href } from "#lib/site/words/visitor.ts";
import { offeredChannels } from "#lib/subscribers/offered.ts";
import { linkUrls } from "#lib/subscribers/sign-up/links.ts";
import { readSubscribePage } from "#lib/subscribers/sign-up/read.ts";
import { CONFIRM_DAYS } from "#lib/subscribers/tokens.ts";

type Opened = Awaited<ReturnType<typeof readSubscribePage>>;
const PATH = "/subscribe";

function Sent({ view }: { view: View }) {
  const { t, visit } = view;
  return (
    <FormDocument view={view} path={`${PATH}?sent=1`} title={t("subscribe.sent.title")}>
      <div className="told" role="status">
        <p>{t("subscribe.sent.text", { days: CONFIRM_DAYS })}</p>
        <p>{t("subscribe.sent.known")}</p>
      </div>
      <p className="hint">{t("subscribe.sent.nothing")}</p>
      <p className="ways">
        <a href={href(visit, PATH)}>{t("subscribe.sent.again")}</a>
      </p>
    </FormDocument>
  );
}

type Activated = { type: ChatType; token: string };

function Active({ view, active }: { view: View; active: Activated }) {
  const { t, snapshot } = view;
  const { name } = snapshot.page;
  const chat = t(`subscribe.names.${active.type}`);
  return (
    <FormDocument view={view} path={PATH} title={t("subscribe.active.title")}>
      <p className="told" role="status">
        {t("subscribe.active.text", { name, chat })}
      </p>
      <Keepsake
        title={t("subscribe.link.title")}
        text={t("subscribe.link.text")}
        value={linkUrls(snapshot.page, active.token).manage_url}
      />
    </FormDocument>
  );
}

/** Choices preselected for the service or incident that the visitor came from. */
function initialChoices({ incident, service_id }: Asked): Current {
  const nothing = { service_ids: [], incident_types: [] };
  if (incident) return { ...nothing, filter: "incident" };
  if (service_id === null) return { ...nothing, filter: "all" };
  return { ...nothing, filter: "services", service_ids: [service_id] };
}

type Asked = Omit<Opened, "snapshot">;

function SubscribeForm({ view, asked }: { view: View; asked: Asked }) {
  const { incident, service_id, isNarrowed, canText, isMailSent } = asked;
  const { t, visit, snapshot } = view;
  const { settings, name } = snapshot.page;
  const isOffered = offeredChannels(settings, canText).length > 0;
  const current = initialChoices(asked);
  const path = withQuery(PATH, { incident: incident?.id, service: service_id });
  return (
    <FormDocument
      view={view}
      path={path}
      title={t("subscribe.title")}
      indexed={path === PATH}
      follows={false}
    >
      {isOffered ? (
        <>
          <p className="lead">{t("subscribe.intro", { name })}</p>
          <PageForm view={view} action={subscribeAction}>
            <Problem />
            <How view={view} can={{ text: canText, mail: isMailSent }} />
            <Trap />
            <Choices view={view} current={current} incident={incident} isNarrowed={isNarrowed} />
            <button type="submit">{t("subscribe.submit")}</button>
          </PageForm>
          {settings.subscribers_enabled && (
            <p className="ways">
              <span>{t("subscribe.manage_hint")}</span>
              <a href={href(visit, "/manage")}>{t("subscribe.manage_ask")}</a>
            </p>
          )}
        </>
      ) : (
        !settings.feed_enabled && !settings.calendar_enabled && <p>{t("subscribe.none")}</p>
      )}
      <PageFeeds view={view} />
    </FormDocument>
  );
}

export default function Page(props: PageProps) {
  return formPage(FORMS.subscribe, props, {
    open: readSubscribePage,
    say: () => [],
    draw: (view, opened, { sent }) => {
      const active = sentForm()?.result as Activated | null | undefined;
      if (active) return <Active view={view} active={active} />;
      if (sent && !sentForm()) return <Sent view={view} />;
      return <SubscribeForm view={view} asked={opened} />;
    },
  });
}
