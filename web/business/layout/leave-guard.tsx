import { useBlocker } from '@tanstack/react-router'
import { useCallback, useEffect, useRef } from 'react'
import { ConfirmDialog } from '../../ui/overlay/confirm-dialog.tsx'
import { changedIn, putBack, wordsOf } from '../../ui/overlay/fields-of-dialog.ts'
import { SESSION_ENDING } from '../../ui/overlay/session-ending.ts'
import { useToast } from '../../ui/overlay/toast.tsx'
import { keepTexts, nameOfPage, type TypedTexts, takeTexts } from '../../ui/overlay/typed-texts.ts'

interface Guarded {
  readonly atRisk: () => boolean
  /** Names the unsaved changes. */
  readonly text: string
  /** All values of the form, for one whose fields don’t hold them all at once. They can be written as JSON. */
  readonly values?: { read(): unknown; restore(values: never): void } | undefined
}

/** Asks before unsaved changes are lost, also when the tab is closed, and keeps them when the session ends. */
export function LeaveGuard({ atRisk, text, values }: Guarded) {
  const isEnding = useRef(false)
  const asks = () => !isEnding.current && atRisk()
  const blocker = useBlocker({ shouldBlockFn: asks, enableBeforeUnload: asks, withResolver: true })
  return (
    <>
      <KeptPage
        {...{ atRisk, values }}
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

/** Name under which a form’s own values are kept; no field is called so. */
const VALUES = ''
/** Fields of chosen records appear when these are read. */
const MOST_WAIT_MS = 3000

/**
 * Keeps what is typed in a page's form when the session ends, and puts it back when the same person opens the page again: the form's
 * own values where it gives them, its fields otherwise.
 */
export function KeptPage({
  atRisk,
  onKept,
  values,
  part = '',
}: {
  onKept?: () => void
  /** Names one of several forms on a page, each of which gives its values. */
  part?: string
} & Omit<Guarded, 'text'>) {
  const tell = useTold()
  const latest = useRef({ atRisk, onKept, values })
  latest.current = { atRisk, onKept, values }
  useEffect(() => {
    const main = document.getElementById('main')
    if (main === null) return
    const { note, isChanged, stop } = watchFields(main)
    const keep = (event: Event): void => {
      const { atRisk: isAtRisk, values: form } = latest.current
      const typed = () => (form ? { [VALUES]: JSON.stringify(form.read()) } : changedIn(main, isChanged))
      const texts = isAtRisk() ? typed() : {}
      if (Object.keys(texts).length > 0)
        keepTexts((event as CustomEvent<string>).detail, nameOfPage() + part, texts)
      latest.current.onKept?.()
    }
    const ends: (() => void)[] = []
    const restore = (): void => {
      const kept = takeTexts(nameOfPage() + part)
      if (!kept) return
      const { [VALUES]: ofForm, ...texts } = kept
      if (ofForm !== undefined) latest.current.values?.restore(JSON.parse(ofForm) as never)
      let waiting: ReturnType<typeof setTimeout>
      const end = putBack(main, texts, note, (left) => {
        clearTimeout(waiting)
        waiting = setTimeout(() => tell(left), Object.keys(left).length > 0 ? MOST_WAIT_MS : 0)
      })
      ends.push(end, () => clearTimeout(waiting))
    }
    // The form's own effects, which fill its fields, run after this one.
    const timer = setTimeout(restore)
    window.addEventListener(SESSION_ENDING, keep)
    return () => {
      for (const end of [stop, ...ends]) end()
      clearTimeout(timer)
      window.removeEventListener(SESSION_ENDING, keep)
    }
  }, [tell, part])
  return null
}

/** Notes the state of each field before somebody changes it. */
function watchFields(main: HTMLElement) {
  const before = new Map<Element, string>()
  const note = (field: EventTarget | null): void => {
    if (field instanceof Element && !before.has(field)) before.set(field, stateOf(field as HTMLInputElement))
  }
  const noteTarget = ({ target }: Event): void => note(target)
  const events = ['focusin', 'pointerdown'] as const
  for (const event of events) main.addEventListener(event, noteTarget, { capture: true })
  return {
    note,
    isChanged: (field: Element): boolean =>
      before.has(field) && before.get(field) !== stateOf(field as HTMLInputElement),
    stop: () => {
      for (const event of events) main.removeEventListener(event, noteTarget, { capture: true })
    },
  }
}

/** Returns what tells that the texts are there again, and shows those without a field to be copied. */
function useTold(): (left: TypedTexts) => void {
  const toast = useToast()
  return useCallback(
    (left: TypedTexts) =>
      toast({
        title: 'What you typed before your session ended is here again',
        body: (
          <>
            You haven’t saved it yet.
            {Object.entries(left).map(([label, value]) => (
              <p key={label} className="mt-1 break-words">
                {label}: {wordsOf(value)}
              </p>
            ))}
          </>
        ),
        tone: 'info',
        timeoutMs: 0,
      }),
    [toast],
  )
}
