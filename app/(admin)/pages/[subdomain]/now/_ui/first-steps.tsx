import { Circle, CircleCheck } from "lucide-react";
import Link from "next/link";
import type { Admin } from "#app/(admin)/_shared/open.ts";
import { Publish } from "#app/(admin)/_shell/publish.tsx";
import { listFirstSteps } from "#lib/api/first-steps.ts";
import type { Permission } from "#lib/core/access/permissions.ts";
import { DAY_SECONDS, secondsBetween } from "#lib/platform/clock.ts";

type Step = Awaited<ReturnType<typeof listFirstSteps>>[number];

/** Below the page; the team belongs to the organization. */
const SCREENS: Record<Exclude<Step["step"], "publish" | "team">, [string, Permission]> = {
  services: ["services", "service.write"],
  monitoring: ["services", "service.write"],
  mail: ["integrations/new?kind=smtp", "integration.write"],
  logo: ["appearance", "status_page.write"],
  domain: ["access", "status_page.write"],
  subscribers: ["subscribers", "page.read"],
};

const NEW_DAYS = 14;

/** Steps that a new page still needs; later only the necessary ones. */
export async function FirstSteps({ admin }: { admin: Admin }) {
  const { ctx, page, now, t } = admin;
  const steps = await listFirstSteps(ctx, page);
  const isNew = secondsBetween(page.inserted_at, now) < NEW_DAYS * DAY_SECONDS;
  const isNeeded = ({ step }: Step) => step === "services" || step === "publish";
  if (!steps.some((each) => !each.done && (isNew || isNeeded(each)))) return null;
  return (
    <section aria-labelledby="first-steps" className="note">
      <h2 id="first-steps" className="mb-1 font-semibold">
        {t("admin_now.first.title")}
      </h2>
      <ul>
        {steps.map((each) => (
          <Item key={each.step} admin={admin} each={each} />
        ))}
      </ul>
    </section>
  );
}

function Item({ admin, each: { step, done } }: { admin: Admin; each: Step }) {
  const { t } = admin;
  const Icon = done ? CircleCheck : Circle;
  const look = done ? "text-closed" : "text-muted";
  return (
    <li className="flex min-h-9 items-center gap-2 touch:min-h-11">
      <Icon size={16} aria-hidden className={`shrink-0 ${look}`} />
      {done && (
        <span className="sr-only">
          {t("joined.label", { label: t("admin_now.first.done"), value: "" })}
        </span>
      )}
      {done ? (
        <span className="text-muted">{t(`admin_now.first.${step}`)}</span>
      ) : (
        <Todo admin={admin} step={step} />
      )}
    </li>
  );
}

function Todo({ admin, step }: { admin: Admin; step: Step["step"] }) {
  const { page, may, t } = admin;
  const text = t(`admin_now.first.${step}`);
  if (step === "publish")
    return (
      <>
        <span className="grow">{text}</span>
        {may("status_page.write") && <Publish admin={admin} />}
      </>
    );
  const [path, permission] =
    step === "team"
      ? [`/organizations/${page.organization_id}/members`, "organization.write" as const]
      : [`/pages/${page.subdomain}/${SCREENS[step][0]}`, SCREENS[step][1]];
  if (!may(permission)) return <span>{text}</span>;
  return (
    <Link href={path} className="inline-flex items-center text-link hover:underline touch:min-h-11">
      {text}
    </Link>
  );
}
