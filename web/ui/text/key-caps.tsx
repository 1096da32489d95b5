import { keyNames } from '../overlay/keyboard-hint.tsx'

/** Keys of a shortcut, for sighted users and screen readers: 'g then i'. */
export function KeyCaps({ keys }: { keys: string }) {
  return (
    <span className="inline-flex items-center gap-1">
      {keys.split(' ').map((step, at) => (
        <span key={step} className="inline-flex items-center gap-1">
          {at > 0 && <span className="text-12 text-ink-3">then</span>}
          {keyNames(step).map((name) => (
            <kbd
              key={name}
              className="min-w-6 rounded-4 border border-line-strong bg-paper px-1.5 py-0.5 text-center font-sans text-12 font-medium text-ink-2"
            >
              {name}
            </kbd>
          ))}
        </span>
      ))}
    </span>
  )
}
