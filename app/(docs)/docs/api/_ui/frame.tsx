import type { ReactNode } from "react";
import type { Part, Reference } from "#lib/api/reference/reference.ts";
import { Method } from "./operation.tsx";

type Crumb = { id: string; title: string };

/** The pages of the reference that are about no resource. */
const OTHERS = { start: "/docs/api", events: "/docs/api/events" };

function Link({ href, current, title }: { href: string; current: boolean; title: string }) {
  return (
    <a href={href} {...(current && { "aria-current": "page" as const })}>
      {title}
    </a>
  );
}

function Crumbs({ crumbs }: { crumbs: Crumb[] }) {
  return (
    <ul>
      {crumbs.map(({ id, title }) => (
        <li key={id}>
          <a href={`#${id}`}>{title}</a>
        </li>
      ))}
    </ul>
  );
}

/** A resource and its operations, which the filter finds on every page. */
function PartLinks({ part, current }: { part: Part; current: boolean }) {
  const at = `/docs/api/${part.slug}`;
  return (
    <li>
      <Link href={at} current={current} title={part.title} />
      <ul>
        {part.operations.map(({ id, title, method, path }) => (
          <li key={id} hidden={!current} data-find={`${id} ${method} ${path}`}>
            <a href={current ? `#${id}` : `${at}#${id}`}>
              {title} <Method method={method} />
            </a>
          </li>
        ))}
      </ul>
    </li>
  );
}

type Props = {
  reference: Reference;
  /** Which page it is: a resource by its slug. */
  current: string | null;
  /** The chapters of the page. */
  crumbs?: Crumb[];
  children: ReactNode;
};

function Contents({ reference: { parts }, current, crumbs = [] }: Omit<Props, "children">) {
  const isStart = current === "start";
  const isEvents = current === "events";
  return (
    <nav id="contents" aria-label="Contents">
      <p className="close">
        <a href="#main">Close</a>
      </p>
      <search hidden>
        <label htmlFor="find">Find an operation</label>
        <input id="find" type="search" autoComplete="off" aria-keyshortcuts="/" />
        <p role="status" className="meta" />
      </search>
      <ul>
        <li>
          <Link href={OTHERS.start} current={isStart} title="Introduction" />
          {isStart && <Crumbs crumbs={crumbs} />}
        </li>
        {parts.map((part) => (
          <PartLinks key={part.slug} part={part} current={part.slug === current} />
        ))}
        <li>
          <Link href={OTHERS.events} current={isEvents} title="Webhook events" />
          {isEvents && <Crumbs crumbs={crumbs} />}
        </li>
      </ul>
    </nav>
  );
}

export function Frame({ children, ...props }: Props) {
  return (
    <>
      <a href="#main" className="skip">
        Skip to content
      </a>
      <header>
        <a href={OTHERS.start} className="brand">
          <b>Allclear</b> API
        </a>
        <a href="#contents" className="to-contents">
          Contents
        </a>
        <a href="/api/v2/openapi.json">OpenAPI</a>
        <a href="/">Admin</a>
      </header>
      <div className="frame">
        <Contents {...props} />
        <main id="main" tabIndex={-1}>
          {children}
        </main>
      </div>
      <script type="module" src="/reference.js" data-allclear="" />
    </>
  );
}
