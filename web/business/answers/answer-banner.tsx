import { useAccount } from '../../session/account-context.ts'
import { Note } from '../../ui/text/note.tsx'
import { bySource, disputeText, promiseText } from './answer-words.ts'
import { useAnswers } from './use-answers.ts'

/** Says above an invoice that the customer promised to pay it, or disputes it. */
export function AnswerBanner({ invoice }: { invoice: { readonly pk: string } }) {
  const account = useAccount()
  const { data } = useAnswers(invoice.pk)
  const promise = data?.promises.find(({ state }) => state === 'open')
  const dispute = data?.disputes.find(({ state }) => state === 'open')
  if (!data || (!promise && !dispute)) return null
  return (
    <div className="grid gap-2 border-b border-line p-4 md:px-6">
      {dispute && (
        <Note tone="warning" title={`${disputeText(dispute, data.currency)}, ${bySource(dispute)}`}>
          {dispute.text}
        </Note>
      )}
      {promise && (
        <Note title={`${promiseText(promise, data.currency, account)}, ${bySource(promise)}`}>
          {promise.note}
        </Note>
      )}
    </div>
  )
}
