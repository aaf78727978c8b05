import { expect, test } from "@playwright/test";
import { dropper } from "#lib/server/front/drop.ts";

function opened() {
  const heard: string[] = [];
  const note = (what: string) => (of: string | number) => void heard.push(`${what} ${of}`);
  const cache = { changed: note("changed"), forget: async (tag: string) => note("forget")(tag) };
  const live = { changed: note("live"), withdrawn: note("end") };
  return { heard, drop: dropper(cache, live) };
}

test("a change is dropped once, whoever tells of it first; the next one of the page anew", () => {
  const { heard, drop } = opened();
  const change = { status_page_id: 7, withdrawn: "nothing" } as const;
  for (const id of ["a.1", "a.1", "a.2"]) drop({ id, change, access: null });
  expect(heard).toEqual(["changed page:7", "live 7", "changed page:7", "live 7"]);
});

test("what was withdrawn is forgotten for bad times, too; with its page, live connections end", () => {
  const { heard, drop } = opened();
  const of = (withdrawn: "content" | "page") => ({ status_page_id: 7, withdrawn });
  drop({ id: "a.1", change: of("content"), access: null });
  drop({ id: "a.2", change: of("page"), access: null });
  const content = ["changed page:7", "forget page:7", "live 7"];
  expect(heard).toEqual([...content, "changed page:7", "forget page:7", "end 7"]);
});
