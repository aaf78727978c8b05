import type { Receiver } from "#tests/support/http/receiver.ts";

type Attribute = { key: string; value: { stringValue?: string; intValue?: number } };

export type ReceivedSpan = {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  kind: number;
  status: { code: number };
  /** The program that made it. */
  scope: string;
  attributes: Record<string, string | number | undefined>;
};

type Given = Omit<ReceivedSpan, "scope" | "attributes"> & { attributes: Attribute[] };
type Export = { resourceSpans: { scopeSpans: { scope: { name: string }; spans: Given[] }[] }[] };

function plain(attributes: Attribute[]): ReceivedSpan["attributes"] {
  const pairs = attributes.map(({ key, value }) => [key, value.stringValue ?? value.intValue]);
  return Object.fromEntries(pairs);
}

/** Spans that a receiver got as OTLP over HTTP. */
export function spansAt({ received }: Pick<Receiver, "received">): ReceivedSpan[] {
  return received.flatMap(({ body }) =>
    (JSON.parse(body) as Export).resourceSpans.flatMap(({ scopeSpans }) =>
      scopeSpans.flatMap(({ scope, spans }) =>
        spans.map((span) => ({
          ...span,
          scope: scope.name,
          attributes: plain(span.attributes),
        })),
      ),
    ),
  );
}
