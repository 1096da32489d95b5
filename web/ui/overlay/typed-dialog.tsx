import { useRef, useState } from 'react'
import { ConfirmDialog } from './confirm-dialog.tsx'
import { Dialog, type DialogProps } from './dialog.tsx'

type Typed = HTMLInputElement | HTMLTextAreaElement

const isTyped = (element: EventTarget): element is Typed =>
  element instanceof HTMLTextAreaElement ||
  (element instanceof HTMLInputElement && !['checkbox', 'radio', 'file'].includes(element.type))

/** What stood in each field before anybody typed there. */
function useTyped() {
  const before = useRef(new Map<Typed, string>())
  return {
    noteField: (element: EventTarget) => {
      if (isTyped(element) && !before.current.has(element)) before.current.set(element, element.value)
    },
    isDirty: () =>
      [...before.current].some(([element, value]) => element.isConnected && element.value !== value),
  }
}

/**
 * A dialog with fields: Escape, the cross and a press outside ask before typed text is thrown away. Its own buttons don't
 * ask: whoever presses Cancel means it.
 */
export function TypedDialog({ onOpenChange, children, ...dialog }: DialogProps) {
  const { noteField, isDirty } = useTyped()
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
        title="Discard what you typed?"
        confirmLabel="Discard"
        cancelLabel="Keep editing"
        danger
        onConfirm={() => {
          setAsking(false)
          onOpenChange(false)
        }}
      >
        It has not been saved.
      </ConfirmDialog>
    </>
  )
}
