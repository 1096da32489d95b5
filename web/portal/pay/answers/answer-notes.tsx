import { type ComponentProps, Suspense } from 'react'
import { lazyWithRetry } from '../../../ui/layout/lazy-with-retry.ts'

/** Loaded for an invoice with an answer: most have none. */
const AnswerNoteList = lazyWithRetry(() => import('./answer-note-list.tsx'), 'AnswerNoteList')

/** Shows what the company knows already from the payer of an invoice. */
export function AnswerNotes(props: ComponentProps<typeof AnswerNoteList>) {
  const { promised_on, is_disputed } = props.invoice.answers
  return <Suspense>{(promised_on !== null || is_disputed) && <AnswerNoteList {...props} />}</Suspense>
}
