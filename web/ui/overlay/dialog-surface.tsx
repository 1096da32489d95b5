import { X } from 'lucide-react'
import * as Radix from 'radix-ui/dialog'
import { useLayoutEffect, useRef, useState } from 'react'
import { cx } from '../cx.ts'
import { t } from '../language/text.ts'
import { IconButton } from '../layout/icon-button.tsx'
import type { DialogProps } from './dialog-props.ts'

const SIZES = { sm: 'max-w-100', md: 'max-w-130', lg: 'max-w-180', xl: 'max-w-240' } as const

const PLACES = {
  center:
    'm-auto max-h-[calc(100dvh-2rem)] w-[calc(100%-2rem)] animate-rise rounded-14 border border-line max-sm:mb-0 max-sm:w-full max-sm:max-w-none max-sm:rounded-b-none max-sm:max-h-[calc(100dvh-1.5rem)]',
  end: 'ms-auto h-full w-full max-w-106 animate-slide-in sm:border-s sm:border-line',
  start: 'me-auto h-full w-[85vw] max-w-75 animate-slide-start border-e border-line',
} as const

const FIELDS = 'input:not([type=hidden], [hidden], :disabled), select:not(:disabled), textarea:not(:disabled)'

let locks = 0

/** Locks page scrolling while any dialog is open. */
function useScrollLock(open: boolean) {
  useLayoutEffect(() => {
    if (!open) return
    const { dataset, style, offsetWidth } = document.documentElement
    if (locks === 0) {
      // The root's clientWidth includes the space reserved for a scroll bar that is not there.
      style.setProperty('--scroll-bar', `${window.innerWidth - offsetWidth}px`)
      dataset.scrollLocked = ''
    }
    locks += 1
    return () => {
      locks -= 1
      if (locks > 0) return
      delete dataset.scrollLocked
      style.removeProperty('--scroll-bar')
    }
  }, [open])
}

/** Returns the focus to its former element, also when the dialog has no trigger, or to the area around one that is gone. */
function useReturnFocus(open: boolean, readFirst: boolean) {
  const before = useRef<Element | null>(null)
  const area = useRef<HTMLElement | null>(null)
  // A field with autoFocus has the focus before onOpenAutoFocus, which is then not called.
  const [opener, setOpener] = useState(() => (open ? document.activeElement : null))
  const [wasOpen, setWasOpen] = useState(open)
  if (open !== wasOpen) {
    setWasOpen(open)
    if (open) setOpener(document.activeElement)
  }
  return {
    onOpenAutoFocus: (event: Event) => {
      before.current = document.activeElement
      area.current = document.activeElement?.closest<HTMLElement>('[tabindex="-1"]') ?? null
      // Focuses the first field, not the close button; without fields the dialog, so that its title is read.
      event.preventDefault()
      const dialog = event.currentTarget
      if (!(dialog instanceof HTMLElement)) return
      const field = readFirst ? null : dialog.querySelector<HTMLElement>(FIELDS)
      ;(field ?? dialog).focus()
    },
    onCloseAutoFocus: (event: Event) => {
      event.preventDefault()
      // When another dialog replaced this one, the focus is already inside it.
      const taken = document.activeElement !== document.body && document.activeElement !== null
      if (taken) return
      // The element is gone when the dialog finished what it was for, such as paying an invoice.
      const former = before.current ?? opener
      before.current = null
      if (former instanceof HTMLElement && former.isConnected) former.focus()
      else {
        const around = area.current?.isConnected ? area.current : document.getElementById('main')
        around?.focus({ preventScroll: true })
      }
    },
  }
}

/**
 * Content of a Dialog, loaded when the first one opens. It draws its own scrim, because Radix's adds a style
 * element, which the content security policy refuses; base.css locks the scrolling instead.
 */
export function DialogSurface({
  open,
  onOpenChange,
  title,
  description,
  children,
  footer,
  size = 'md',
  locked = false,
  side = 'center',
  bare = false,
  readFirst = false,
  className,
}: DialogProps) {
  const focus = useReturnFocus(open, readFirst)
  useScrollLock(open)
  const described = description ? {} : { 'aria-describedby': undefined }
  return (
    <Radix.Root open={open} onOpenChange={(next) => (locked ? undefined : onOpenChange(next))}>
      <Radix.Portal>
        <div className="fixed inset-0 z-50 flex animate-fade bg-scrim">
          <Radix.Content
            {...described}
            {...focus}
            className={cx(
              'pointer-events-auto relative flex min-w-0 flex-col bg-surface text-body text-ink shadow-high outline-none',
              PLACES[side],
              side === 'center' && SIZES[size],
              className,
            )}
          >
            {bare ? (
              <Radix.Title className="sr-only">{title}</Radix.Title>
            ) : (
              <header className="flex flex-none items-start gap-3 px-5 pt-4 pb-3 calm:px-6">
                <div className="min-w-0 flex-1">
                  <Radix.Title className="text-16 font-semibold tracking-tight">{title}</Radix.Title>
                  {description && (
                    <Radix.Description className="mt-1 text-ink-2">{description}</Radix.Description>
                  )}
                </div>
                {!locked && (
                  <Radix.Close asChild>
                    <IconButton label={t('Close')} icon={<X />} size="sm" className="-my-1 -me-1.5" />
                  </Radix.Close>
                )}
              </header>
            )}
            {children !== undefined && (
              <div className={cx('min-h-0 flex-1 overflow-y-auto', !bare && 'px-5 pt-1 pb-5 calm:px-6')}>
                {children}
              </div>
            )}
            {footer && (
              <footer className="flex flex-none flex-wrap justify-end gap-2 border-t border-line px-5 py-3 calm:px-6">
                {footer}
              </footer>
            )}
          </Radix.Content>
        </div>
      </Radix.Portal>
    </Radix.Root>
  )
}
