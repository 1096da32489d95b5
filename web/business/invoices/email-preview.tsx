import { useQuery } from '@tanstack/react-query'
import { contract } from '../../../contract/index.ts'
import { formatDate } from '../../../domain/dates/calendar.ts'
import { useAccount } from '../../session/account-context.ts'
import { actionErrorText } from '../../session/calls/api-error.ts'
import { useCall } from '../../session/session-context.tsx'
import { isSome, moneyText } from '../../ui/text/money-text.ts'
import { Note } from '../../ui/text/note.tsx'
import { Skeleton } from '../../ui/text/skeleton.tsx'
import { useSettled } from '../layout/use-settled.ts'
import type { Invoice } from './invoice-look.ts'

/** Subject and first lines of the customer's email, as the server words it. */
export function EmailPreview({ invoice, message }: { invoice: Invoice; message: string }) {
  const { pk: account, date_format } = useAccount()
  const call = useCall()
  const asked = useSettled(message)
  const { data, error } = useQuery({
    queryKey: [account, 'invoice-email', invoice.pk, asked],
    queryFn: ({ signal }) =>
      call(
        contract.invoices.previewEmail,
        { params: { account, invoice: invoice.pk }, body: { message: asked } },
        { signal },
      ),
    placeholderData: (before) => before,
  })
  const owed = invoice.state === 'draft' ? invoice.total : invoice.remaining
  return (
    <section aria-label="Email preview" className="rounded-10 border border-line">
      <p className="border-b border-line px-3.5 py-2.5 break-words">
        <span className="text-ink-3">Subject</span> <b className="font-semibold">{data?.subject}</b>
      </p>
      <div className="grid gap-2 px-3.5 py-3">
        {error && <Note tone="warning">{actionErrorText(error)}</Note>}
        {data ? (
          <p className="line-clamp-4 break-words whitespace-pre-line">{data.opening}</p>
        ) : (
          !error && <Skeleton className="h-5" />
        )}
        <p className="num whitespace-normal text-ink-2">
          {isSome(owed)
            ? `Amount due ${moneyText(owed, invoice.currency)} · Due ${formatDate(invoice.due_date, date_format)}`
            : `Total ${moneyText(invoice.total, invoice.currency)}, paid`}
        </p>
      </div>
    </section>
  )
}
