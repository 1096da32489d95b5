import { Download } from 'lucide-react'
import type { z } from 'zod'
import { contract } from '../../../contract/index.ts'
import type { invoicePayment } from '../../../contract/payments/payment-shapes.ts'
import { useSingleMutation } from '../../session/calls/use-single-mutation.ts'
import { formatDate } from '../../ui/language/format-date.ts'
import { t } from '../../ui/language/text.ts'
import { Button } from '../../ui/layout/button.tsx'
import { saveFile } from '../../ui/pdf/save-file.ts'
import { moneyText } from '../../ui/text/money-text.ts'
import { Tag } from '../../ui/text/tag.tsx'
import { usePayer } from './payer.ts'

export type InvoicePayment = z.output<typeof invoicePayment>

/** Payments of an invoice with time, method and amount, each with its receipt. */
export function PaymentsMade({
  invoiceId,
  payments,
  folded,
}: {
  invoiceId: string
  payments: readonly InvoicePayment[]
  /** Begins as one line that opens. */
  folded: boolean
}) {
  const list = (
    <ul aria-label={t('Payments')} className="divide-y divide-line border-y border-line text-14">
      {payments.map((payment) => (
        <Made key={payment.id} invoiceId={invoiceId} payment={payment} />
      ))}
    </ul>
  )
  if (!folded) return list
  return (
    <details className="text-14">
      <summary className="cursor-pointer py-2 font-medium text-ink-2">
        {t('{count, plural, one {# earlier payment} other {# earlier payments}}', { count: payments.length })}
      </summary>
      {list}
    </details>
  )
}

function Made({ invoiceId, payment }: { invoiceId: string; payment: InvoicePayment }) {
  const { call, dateFormat } = usePayer()
  const day = formatDate(payment.date, dateFormat)
  const receipt = useSingleMutation({
    mutationFn: () =>
      call(contract.payments.receipt, { params: { invoice: invoiceId, payment: payment.id } }),
    onSuccess: (blob) => saveFile(blob, `${t('Receipt {number}', { number: day })}.pdf`),
  })
  const charged = moneyText(payment.total, payment.currency)
  const state = stateOf(payment)
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 py-2">
      <span className="grid gap-0.5 py-1">
        <span className="font-medium">{payment.method_display}</span>
        <time dateTime={payment.date} className="text-13 text-ink-3">
          {day}
        </time>
      </span>
      <span className="num text-end font-medium">{charged}</span>
      {payment.surcharge_display !== '' && (
        <span className="num col-span-2 text-13 text-ink-3">{payment.surcharge_display}</span>
      )}
      {state && (
        <Tag tone="quiet" className="my-1 justify-self-start">
          {state}
        </Tag>
      )}
      {payment.receipt && (
        <Button
          variant="bare"
          size="sm"
          className="-ms-3 justify-self-start"
          icon={<Download />}
          busy={receipt.isPending}
          aria-label={t('Download receipt of {date}, {amount}', { date: day, amount: charged })}
          onClick={() => receipt.mutate()}
        >
          {t('Download receipt')}
        </Button>
      )}
      {receipt.error && (
        <p role="alert" className="col-span-2 text-overdue">
          {receipt.error.message}
        </p>
      )}
    </li>
  )
}

/** Status after the payment; empty for most. */
function stateOf(payment: InvoicePayment): string | null {
  if (payment.status === 'rejected' || payment.status === 'refunded') return payment.status_display
  return /[1-9]/.test(payment.refunded)
    ? t('{amount} refunded', { amount: moneyText(payment.refunded, payment.currency) })
    : null
}
