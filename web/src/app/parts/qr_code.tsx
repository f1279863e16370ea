// A QR code of a text, for cameras: dark on light, whatever the colours of the page.
import { useMemo } from "preact/hooks";
import { encode } from "uqr";
import { qrOptions } from "./qr_options";

export function QrCode({ text, label }: { text: string; label: string }) {
  const { size, path } = useMemo(() => {
    const { data, size } = encode(text, qrOptions);
    const dark = data.flatMap((row, y) => row.flatMap((set, x) => (set ? [`M${x} ${y}h1v1h-1z`] : [])));
    return { size, path: dark.join("") };
  }, [text]);
  return (
    <svg class="qr" role="img" aria-label={label} viewBox={`0 0 ${size} ${size}`} shape-rendering="crispEdges">
      <rect width={size} height={size} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  );
}
