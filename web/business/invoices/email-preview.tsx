import { invoiceMailText } from '../../../domain/invoices/invoice-mail.ts'
import { useAccount } from '../../session/account-context.ts'
import { isSome, moneyText } from '../../ui/text/money-text.ts'
import type { Invoice } from './invoice-look.ts'

/** Subject and first lines of the customer's email. */
export function EmailPreview({ invoice, message }: { invoice: Invoice; message: string }) {
  const { company, today, date_format } = useAccount()
  const owed = invoice.state === 'draft' ? invoice.total : invoice.remaining
  const amountDue = isSome(owed) ? moneyText(owed, invoice.currency) : null
  const { number, due_date: dueDate } = invoice
  const text = invoiceMailText(
    { companyName: company.name, number, dueDate, amountDue, message },
    { today, dateFormat: date_format },
  )
  return (
    <section aria-label="Email preview" className="rounded-10 border border-line">
      <p className="border-b border-line px-3.5 py-2.5 break-words">
        <span className="text-ink-3">Subject</span> <b className="font-semibold">{text.subject}</b>
      </p>
      <div className="grid gap-2 px-3.5 py-3">
        <p className="line-clamp-4 break-words whitespace-pre-line">{text.opening}</p>
        <p className="num whitespace-normal text-ink-2">
          {amountDue === null
            ? `Total ${moneyText(invoice.total, invoice.currency)}, paid`
            : `Amount due ${amountDue} · ${text.due}`}
        </p>
      </div>
    </section>
  )
}
