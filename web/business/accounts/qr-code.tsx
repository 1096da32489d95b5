import { encode } from 'uqr'

/** A text as a QR code, dark on light in either theme: cameras expect it so. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const { data, size } = encode(text, { border: 2 })
  const dark = data.flatMap((row, y) => row.flatMap((on, x) => (on ? [`M${x} ${y}h1v1h-1z`] : [])))
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      className="on-paper size-44 rounded-8 bg-surface text-ink"
    >
      <path d={dark.join('')} fill="currentColor" />
    </svg>
  )
}
