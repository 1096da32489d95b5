import { encode } from 'uqr'

const SIDE_PX = 176

/** Draws a text as a QR code, dark on light in both themes, because cameras expect that. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const { data, size } = encode(text, { border: 2 })
  const dark = data.flatMap((row, y) => row.flatMap((on, x) => (on ? [`M${x} ${y}h1v1h-1z`] : [])))
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${size} ${size}`}
      width={SIDE_PX}
      height={SIDE_PX}
      shapeRendering="crispEdges"
      className="on-paper rounded-8 bg-surface text-ink"
    >
      <path d={dark.join('')} fill="currentColor" />
    </svg>
  )
}
