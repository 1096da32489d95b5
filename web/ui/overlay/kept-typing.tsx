import { type ReactNode, type RefObject, useEffect, useState } from 'react'
import { t } from '../language/text.ts'
import { Note } from '../text/note.tsx'
import { changedIn, putBack, wordsOf } from './fields-of-dialog.ts'
import { SESSION_ENDING } from './session-ending.ts'
import { keepTexts, type TypedTexts, takeTexts } from './typed-texts.ts'

/** Keeps what is typed in a dialog when the session ends, and puts it back when the dialog is opened again. */
export function KeptTyping({
  dialog,
  area,
  isChanged,
  noteField,
}: {
  /** The title; only one in words names a dialog. */
  dialog: ReactNode
  area: RefObject<HTMLElement | null>
  /** True for a field that differs from when the dialog opened. */
  isChanged: (field: Element) => boolean
  /** Called with a field before its value is put back. */
  noteField: (field: Element) => void
}) {
  // Values without a field, such as those of rows that are not there yet, are shown to be copied.
  const [left, setLeft] = useState<TypedTexts | null>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the fields are read once, as the dialog opens
  useEffect(() => {
    const fields = area.current
    if (typeof dialog !== 'string' || fields === null) return
    const kept = takeTexts(dialog)
    const stop = kept ? putBack(fields, kept, noteField, setLeft) : undefined
    const keep = (event: Event): void => {
      const typed = changedIn(fields, isChanged)
      if (Object.keys(typed).length > 0) keepTexts((event as CustomEvent<string>).detail, dialog, typed)
    }
    window.addEventListener(SESSION_ENDING, keep)
    return () => {
      stop?.()
      window.removeEventListener(SESSION_ENDING, keep)
    }
  }, [dialog])
  if (left === null) return null
  return (
    <Note tone="info" className="mb-4">
      {t('What you typed before your session ended is here again. You haven’t saved it yet.')}
      {Object.entries(left).map(([label, value]) => (
        <p key={label} className="mt-1 break-words">
          {label}: {wordsOf(value)}
        </p>
      ))}
    </Note>
  )
}
