import { type FocusEvent, useEffect, useRef, useState } from 'react'
import { Link } from '../layout/link.tsx'
import { Spinner } from '../text/spinner.tsx'
import { useHotkey } from './hotkey.ts'
import { KEYS } from './shortcut-keys.ts'

/** A link and an action that a message offers. */
export interface ToastOffers {
  /** The page of the created record. */
  link?: { label: string; href: string } | undefined
  /** Usually Undo. Pressing it also closes the message, after a returned promise has settled. */
  action?: { label: string; onPress: () => void | Promise<void> } | undefined
}

type Action = NonNullable<ToastOffers['action']>

/** A second press before the first has settled does nothing. */
function ActionButton({ label, onPress, onDone }: Action & { onDone: () => void }) {
  const pressed = useRef(false)
  const [busy, setBusy] = useState(false)
  const press = async () => {
    if (pressed.current) return
    pressed.current = true
    try {
      const doing = onPress()
      if (doing) setBusy(true)
      await doing
    } finally {
      onDone()
    }
  }
  return (
    <button
      type="button"
      aria-disabled={busy || undefined}
      aria-busy={busy || undefined}
      onClick={() => void press()}
      className="relative min-h-7 rounded-6 px-1.5 font-semibold text-brand hover:underline"
    >
      <span className={busy ? 'opacity-0' : undefined}>{label}</span>
      {busy && <Spinner className="absolute inset-0 m-auto" />}
    </button>
  )
}

/** F8 moves the focus to the toast. When a focused toast closes, the focus returns to the previous element. */
function useFocusBack() {
  const element = useRef<HTMLDivElement>(null)
  const before = useRef<Element | null>(null)
  useHotkey(KEYS.focusMessages, () => element.current?.querySelector<HTMLElement>('a, button')?.focus())
  useEffect(
    () => () => {
      // A removed element has already passed its focus to the body.
      if (before.current === null || document.activeElement !== document.body) return
      const former = before.current.isConnected ? before.current : null
      const target = former === document.body ? null : former
      if (target instanceof HTMLElement) target.focus({ preventScroll: true })
      else document.getElementById('main')?.focus({ preventScroll: true })
    },
    [],
  )
  const isInside = (target: Element | null): boolean =>
    element.current?.closest('[role=status]')?.contains(target) ?? false
  return {
    ref: element,
    onFocus: ({ relatedTarget }: FocusEvent) => {
      if (!isInside(relatedTarget)) before.current = relatedTarget ?? document.body
    },
    onBlur: ({ relatedTarget }: FocusEvent) => {
      if (relatedTarget && !isInside(relatedTarget)) before.current = null
    },
  }
}

/** The link and the action of a toast. Loaded lazily with the first toast that has a link or action. */
export function ToastActions({
  link,
  action,
  onClose,
}: ToastOffers & {
  onClose: () => void
}) {
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Escape closes the message around the link and the button
    <div
      {...useFocusBack()}
      onKeyDown={(event) => event.key === 'Escape' && onClose()}
      className="-ms-1.5 mt-1 flex gap-2"
    >
      {link && (
        // Keeps the toast open, so that Undo stays available on the record's page.
        <Link
          href={link.href}
          onClick={action ? undefined : onClose}
          className="inline-flex min-h-7 items-center rounded-6 px-1.5 font-semibold text-brand hover:underline"
        >
          {link.label}
        </Link>
      )}
      {action && <ActionButton {...action} onDone={onClose} />}
    </div>
  )
}
