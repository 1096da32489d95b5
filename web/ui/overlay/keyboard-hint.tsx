import { cx } from '../cx.ts'

const isMac = (): boolean => /Mac|iPhone|iPad/.test(navigator.platform)

/** Names of a chord's keys on this platform. */
export function keyNames(chord: string): readonly string[] {
  const keys = chord.split('+')
  if (keys.length === 1) return keys
  const named = (key: string): string => `${key.charAt(0).toUpperCase()}${key.slice(1)}`
  return keys.map((key) => (key === 'mod' ? (isMac() ? '⌘' : 'Ctrl') : named(key)))
}

/** A key or chord: 'mod+k' is shown as on this platform. Hidden from screen readers. */
export function KeyboardHint({ keys, className }: { keys: string; className?: string | undefined }) {
  const mac = isMac()
  const written = keys
    .split('+')
    .map((key) => (key === 'mod' ? (mac ? '⌘' : 'Ctrl') : key.length === 1 ? key.toUpperCase() : key))
    .join(mac ? '' : ' ')
  return (
    <span
      aria-hidden="true"
      className={cx(
        'rounded-4 border border-line bg-surface px-1.5 py-px font-sans text-11 font-medium whitespace-nowrap text-ink-3',
        className,
      )}
    >
      {written}
    </span>
  )
}
