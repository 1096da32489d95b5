import { useBlocker } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { ConfirmDialog } from '../../ui/overlay/confirm-dialog.tsx'
import { changedIn, putBack } from '../../ui/overlay/fields-of-dialog.ts'
import { SESSION_ENDING } from '../../ui/overlay/session-ending.ts'
import { useToast } from '../../ui/overlay/toast.tsx'
import { keepTexts, nameOfPage, takeTexts } from '../../ui/overlay/typed-texts.ts'

/**
 * Asks before unsaved changes are lost, also when the tab is closed, and keeps them when the session ends. `text` names what is
 * not saved.
 */
export function LeaveGuard({ atRisk, text }: { atRisk: () => boolean; text: string }) {
  const isEnding = useRef(false)
  const asks = () => !isEnding.current && atRisk()
  const blocker = useBlocker({ shouldBlockFn: asks, enableBeforeUnload: asks, withResolver: true })
  return (
    <>
      <KeptPage
        atRisk={atRisk}
        onKept={() => {
          isEnding.current = true
        }}
      />
      <ConfirmDialog
        open={blocker.status === 'blocked'}
        danger
        onOpenChange={() => blocker.reset?.()}
        title="Leave without saving?"
        cancelLabel="Stay"
        confirmLabel="Leave without saving"
        onConfirm={() => blocker.proceed?.()}
      >
        <p>{text}</p>
      </ConfirmDialog>
    </>
  )
}

const stateOf = ({ value, checked }: HTMLInputElement): string => `${value} ${String(checked ?? false)}`

/** Keeps what is typed in a page's form when the session ends, and puts it back when the same person opens the page again. */
export function KeptPage({ atRisk, onKept }: { atRisk: () => boolean; onKept?: () => void }) {
  const toast = useToast()
  const latest = useRef({ atRisk, onKept })
  latest.current = { atRisk, onKept }
  useEffect(() => {
    const main = document.getElementById('main')
    if (main === null) return
    const before = new Map<Element, string>()
    const note = (field: EventTarget | null): void => {
      if (field instanceof Element && !before.has(field))
        before.set(field, stateOf(field as HTMLInputElement))
    }
    const isChanged = (field: Element): boolean =>
      before.has(field) && before.get(field) !== stateOf(field as HTMLInputElement)
    const noteTarget = ({ target }: Event): void => note(target)
    const keep = (event: Event): void => {
      const typed = latest.current.atRisk() ? changedIn(main, isChanged) : {}
      if (Object.keys(typed).length > 0) keepTexts((event as CustomEvent<string>).detail, nameOfPage(), typed)
      latest.current.onKept?.()
    }
    const restore = (): void => {
      const kept = takeTexts(nameOfPage())
      if (!kept) return
      const left = Object.entries(putBack(main, kept, note))
      toast({
        title: 'What you typed before your session ended is here again',
        body: (
          <>
            You haven’t saved it yet.
            {left.map(([label, value]) => (
              <p key={label} className="mt-1 break-words">
                {label}: {value}
              </p>
            ))}
          </>
        ),
        tone: 'info',
        timeoutMs: 0,
      })
    }
    // The form's own effects, which fill its fields, run after this one.
    const timer = setTimeout(restore)
    const events = ['focusin', 'pointerdown'] as const
    for (const event of events) main.addEventListener(event, noteTarget, { capture: true })
    window.addEventListener(SESSION_ENDING, keep)
    return () => {
      clearTimeout(timer)
      for (const event of events) main.removeEventListener(event, noteTarget, { capture: true })
      window.removeEventListener(SESSION_ENDING, keep)
    }
  }, [toast])
  return null
}
