import { Suspense, useCallback, useEffect, useRef, useState } from 'react'
import { t } from '../language/text.ts'
import { lazyWithRetry } from '../layout/lazy-with-retry.ts'
import { ConfirmDialog } from './confirm-dialog.tsx'
import { Dialog } from './dialog.tsx'
import type { DialogProps } from './dialog-props.ts'

const KeptTyping = lazyWithRetry(() => import('./kept-typing.tsx'), 'KeptTyping')

type Typed = HTMLInputElement | HTMLTextAreaElement

const isTyped = (element: EventTarget): element is Typed =>
  element instanceof HTMLTextAreaElement ||
  (element instanceof HTMLInputElement && !['checkbox', 'radio', 'file'].includes(element.type))

/** Initial value of each field; the present one from when `saved` changes. */
function useTyped(saved: unknown) {
  const before = useRef(new Map<Typed, string>())
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when something was saved
  useEffect(() => {
    for (const element of before.current.keys()) before.current.set(element, element.value)
  }, [saved])
  return {
    noteField: (element: EventTarget) => {
      if (isTyped(element) && !before.current.has(element)) before.current.set(element, element.value)
    },
    isDirty: () =>
      [...before.current].some(([element, value]) => element.isConnected && element.value !== value),
  }
}

/** A field's value, or whether a box is checked. */
const stateOf = ({ value, checked }: HTMLInputElement): string => `${value} ${String(checked ?? false)}`

/** The area of the fields, and which of them differ from when the dialog opened. */
function useOpened() {
  const opened = useRef(new Map<Element, string>())
  const of = useRef<HTMLDivElement>(null)
  const set = useCallback((area: HTMLDivElement | null) => {
    of.current = area
    const fields = area?.querySelectorAll<HTMLInputElement>('input, textarea, select') ?? []
    opened.current = new Map(Array.from(fields, (field) => [field, stateOf(field)]))
  }, [])
  const isChanged = (field: Element): boolean =>
    (opened.current.get(field) ?? ' false') !== stateOf(field as HTMLInputElement)
  return { area: { of, set }, isChanged }
}

/**
 * A dialog with fields: Escape, the close button and a press outside ask before typed text is lost. Its own
 * buttons don't ask, because pressing Cancel is deliberate. What was typed when the session ended is there again when the same person
 * opens the dialog after the login, except secrets.
 */
export function TypedDialog({
  onOpenChange,
  children,
  saved,
  ...dialog
}: DialogProps & {
  /** Changes when the dialog saved what was typed and stays open. */
  saved?: unknown
}) {
  const { noteField, isDirty } = useTyped(saved)
  const [asking, setAsking] = useState(false)
  const { area, isChanged } = useOpened()
  return (
    <>
      <Dialog
        {...dialog}
        onOpenChange={(open) => (!open && isDirty() ? setAsking(true) : onOpenChange(open))}
      >
        <div ref={area.set} className="contents" onFocusCapture={(event) => noteField(event.target)}>
          <Suspense>
            <KeptTyping dialog={dialog.title} area={area.of} isChanged={isChanged} noteField={noteField} />
          </Suspense>
          {children}
        </div>
      </Dialog>
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title={t('Discard what you typed?')}
        confirmLabel={t('Discard')}
        cancelLabel={t('Keep editing')}
        danger
        onConfirm={() => {
          setAsking(false)
          onOpenChange(false)
        }}
      >
        {t('You haven’t saved it.')}
      </ConfirmDialog>
    </>
  )
}
