import { pageUrl } from "#lib/core/addresses/url.ts";
import type { OwnAccess } from "#lib/identity/visitor-sessions/feed-tokens.ts";
import { feedPath } from "#lib/site/feeds/read.ts";
import type { View } from "#lib/site/view/view.ts";
import { webcalUrl } from "#lib/site/words/external-links.ts";
import { href } from "#lib/site/words/visitor.ts";
import { AddressText } from "./address.tsx";
import { Back } from "./back.tsx";
import { PageDocument } from "./document.tsx";
import { HERE } from "./time.tsx";

type Props = { view: View; own: OwnAccess; fresh: string | null };

function Addresses({ view: { t, snapshot }, token }: { view: View; token: string }) {
  const { settings } = snapshot.page;
  const files = [
    ...(settings.feed_enabled ? (["rss", "atom"] as const) : []),
    ...(settings.calendar_enabled ? (["calendar"] as const) : []),
  ];
  return (
    <>
      <p role="status">{t("access.feeds.secret")}</p>
      <dl>
        {files.map((file) => {
          const path = feedPath(file === "calendar" ? "calendar.ics" : file, { token });
          const url = pageUrl(snapshot.page) + path;
          return (
            <div key={file}>
              <dt>{t(`access.feeds.${file}`)}</dt>
              <dd>
                <code>{url}</code>
                {file === "calendar" && <a href={webcalUrl(url)}>{t("subscribe.feeds.open")}</a>}
              </dd>
            </div>
          );
        })}
      </dl>
    </>
  );
}

function Feeds({ view, own: { since }, fresh }: Props) {
  const { t, f, visit } = view;
  const day = since && f.calendarDay(f.day(since));
  return (
    <section aria-labelledby="feeds">
      <h2 id="feeds">{t("access.feeds.title")}</h2>
      <p>{t("access.feeds.text")}</p>
      {fresh && since && <Addresses view={view} token={fresh} />}
      {!fresh && <p>{day ? t("access.feeds.since", { day }) : t("access.feeds.none")}</p>}
      <form method="post" action={href(visit, "/access/feeds")} className="acts">
        <button type="submit" className={since ? "act quiet" : "act"} name="do" value="renew">
          {t(since ? "access.feeds.renew" : "access.feeds.create")}
        </button>
        {since && (
          <button type="submit" className="act quiet" name="do" value="revoke">
            {t("access.feeds.revoke")}
          </button>
        )}
      </form>
    </section>
  );
}

/** A visitor's session on a restricted page, and their addresses for programs. */
export function Access(props: Props) {
  const { view, own } = props;
  const { t, visit, sentence } = view;
  const title = t("access.own.title");
  return (
    <PageDocument
      view={view}
      path="/access"
      title={title}
      severity={sentence.severity}
      scripted={false}
    >
      <div className="own">
        <Back view={view} />
        <h1>{title}</h1>
        <p>
          <AddressText text={t("access.own.signed_in", { email: HERE })} address={own.email} />
        </p>
        <form method="post" action={href(visit, "/session/end")} className="acts">
          <button type="submit" className="act quiet">
            {t("access.page.sign_out")}
          </button>
        </form>
        <p className="meta">{t("access.own.signing_out")}</p>
        <Feeds {...props} />
      </div>
    </PageDocument>
  );
}
