import { encodeQR } from "qr";

/** A text as a QR code, dark on light in every colour scheme: cameras want it so. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const rows = encodeQR(text, "raw", { border: 4 });
  const squares = rows.flatMap((row, y) =>
    row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])),
  );
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${rows.length} ${rows.length}`}
      className="w-52 max-w-full rounded bg-white"
      shapeRendering="crispEdges"
    >
      <path d={squares.join("")} fill="#000" />
    </svg>
  );
}
