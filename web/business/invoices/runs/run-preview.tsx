import type { contract } from '../../../../contract/index.ts'
import type { ReplyOf } from '../../../../contract/route.ts'
import { moneyText } from '../../../ui/text/money-text.ts'
import { LEFT_OUT_WORDS } from './run-words.ts'

type PreviewReply = ReplyOf<typeof contract.invoiceRuns.preview>

/** The reminders that would leave: customer, addresses, step and invoices. */
export function RunEmails({ emails }: { emails: NonNullable<PreviewReply['emails']> }) {
  return (
    <>
      <ul aria-label="Emails" className="grid grid-cols-[minmax(0,1fr)] gap-2">
        {emails.first.map((email) => (
          <li key={`${email.step} ${email.invoices[0]}`} className="flex justify-between gap-x-4">
            <span className="min-w-0">
              <span className="block truncate">{email.customer}</span>
              <span className="block break-words text-ink-2">
                {email.step}: <span className="num">{withMore(email.invoices, email.invoice_count)}</span>
              </span>
              <span className="block break-words text-ink-3">{email.to.join(', ')}</span>
            </span>
            <span className="num flex-none">{moneyText(email.amount, email.currency)}</span>
          </li>
        ))}
      </ul>
      {emails.count > emails.first.length && (
        <p className="text-ink-3">and {(emails.count - emails.first.length).toLocaleString('en-US')} more</p>
      )}
    </>
  )
}

/** 'INV-1, INV-2 and 3 more' */
const withMore = (named: readonly string[], count: number): string => {
  const rest = count - named.length
  return named.join(', ') + (rest > 0 ? ` and ${rest.toLocaleString('en-US')} more` : '')
}

/** Invoices that an action leaves out, by reason, with the first of their customers. */
export function LeftOut({ reasons }: { reasons: PreviewReply['left_out'] }) {
  if (reasons.length === 0) return null
  const parts = reasons.map(
    ({ reason, count, customers, customer_count }) =>
      `${count} ${LEFT_OUT_WORDS[reason]} (${withMore(customers, customer_count)})`,
  )
  return <p className="break-words text-ink-2">Left out: {parts.join('; ')}.</p>
}
