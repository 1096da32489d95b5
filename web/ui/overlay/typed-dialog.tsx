import { useEffect, useRef, useState } from 'react'
import { t } from '../language/text.ts'
import { ConfirmDialog } from './confirm-dialog.tsx'
import { Dialog } from './dialog.tsx'
import type { DialogProps } from './dialog-props.ts'

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

/**
 * A dialog with fields: Escape, the close button and a press outside ask before typed text is lost. Its own
 * buttons don't ask, because pressing Cancel is deliberate.
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
  return (
    <>
      <Dialog
        {...dialog}
        onOpenChange={(open) => (!open && isDirty() ? setAsking(true) : onOpenChange(open))}
      >
        <div className="contents" onFocusCapture={(event) => noteField(event.target)}>
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
