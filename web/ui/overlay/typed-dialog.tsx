import { type ReactNode, useEffect, useRef, useState } from 'react'
import { t } from '../language/text.ts'
import { Note } from '../text/note.tsx'
import { ConfirmDialog } from './confirm-dialog.tsx'
import { Dialog } from './dialog.tsx'
import type { DialogProps } from './dialog-props.ts'
import { changedIn, putBack, valuesIn } from './fields-of-dialog.ts'
import { keepTexts, SESSION_ENDING, type TypedTexts, takeTexts } from './typed-texts.ts'

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
  return (
    <>
      <Dialog
        {...dialog}
        onOpenChange={(open) => (!open && isDirty() ? setAsking(true) : onOpenChange(open))}
      >
        <TypedArea name={nameOf(dialog.title)} noteField={noteField}>
          {children}
        </TypedArea>
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

/** Only a title in words names a dialog. */
const nameOf = (title: ReactNode): string | null => (typeof title === 'string' ? title : null)

/** The fields of a dialog, which are kept when the session ends. */
function TypedArea({
  name,
  noteField,
  children,
}: {
  name: string | null
  noteField: (element: EventTarget) => void
  children: ReactNode
}) {
  const area = useRef<HTMLDivElement>(null)
  // Values without a field, such as those of rows that are not there yet, are shown to be copied.
  const [left, setLeft] = useState<TypedTexts | null>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the fields are read once, as the dialog opens
  useEffect(() => {
    const fields = area.current
    if (name === null || fields === null) return
    const before = valuesIn(fields)
    const kept = takeTexts(name)
    if (kept) setLeft(putBack(fields, kept, noteField))
    const keep = (event: Event): void => {
      const typed = changedIn(fields, before)
      if (Object.keys(typed).length > 0) keepTexts((event as CustomEvent<string>).detail, name, typed)
    }
    window.addEventListener(SESSION_ENDING, keep)
    return () => window.removeEventListener(SESSION_ENDING, keep)
  }, [name])
  return (
    <div ref={area} className="contents" onFocusCapture={(event) => noteField(event.target)}>
      {left && (
        <Note tone="info" className="mb-4">
          {t('What you typed before your session ended is here again. You haven’t saved it yet.')}
          {Object.entries(left).map(([label, value]) => (
            <p key={label} className="mt-1 break-words">
              {label}: {value}
            </p>
          ))}
        </Note>
      )}
      {children}
    </div>
  )
}
