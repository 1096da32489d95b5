import { contract } from '../../../contract/index.ts'
import { ApiError } from '../../session/calls/api-error.ts'
import { invalidateQuery, useQuery } from '../../session/calls/use-query.ts'
import { useSingleMutation } from '../../session/calls/use-single-mutation.ts'
import { t } from '../../ui/language/text.ts'
import { Button } from '../../ui/layout/button.tsx'
import { Note } from '../../ui/text/note.tsx'
import { type PayerPayment, usePayer } from './payer.ts'
import { type InvoicePayment, PaymentsMade } from './payments-made.tsx'

const LOOK_AGAIN_MS = 30_000

const NOT_PAYABLE = t(
  "The invoice you have selected cannot be paid at this time. Either the invoice has already been paid, no valid payment options exist for this invoice, or this account's payment integration is inactive. Please contact the account administrator.",
)

/**
 * Shows payments of an invoice above or instead of its remaining amount: under way, awaiting the payer's
 * bank, or done.
 */
export function PaymentProgress({
  invoiceId,
  settled,
  beside,
  onGoOn,
}: {
  invoiceId: string
  settled: boolean
  /**
   * Above a form, earlier payments are folded, so that the form stays in sight. Beside nothing, it says why
   * nothing can be paid, unless a payment is under way.
   */
  beside: 'form' | 'nothing' | 'document'
  /** Continues a payment that waits for the payer. */
  onGoOn: (payment: PayerPayment) => void
}) {
  const { call } = usePayer()
  const payments = useQuery({
    key: ['invoice-payments', invoiceId],
    ask: (signal) => call(contract.payments.ofInvoice, { params: { invoice: invoiceId } }, { signal }),
    everyMs: LOOK_AGAIN_MS,
  })
  if (!payments.data)
    return payments.error ? (
      <Note
        tone="error"
        title={t('Failed to load payments')}
        onRetry={payments.refetch}
        retrying={payments.isFetching}
      >
        {payments.error.message}
      </Note>
    ) : null
  const open = payments.data.filter(({ message }) => message !== '')
  const made = payments.data.filter(({ message }) => message === '')
  const unexplained = beside === 'nothing' && open.length === 0 && !settled
  if (payments.data.length === 0 && !settled && !unexplained) return null
  return (
    <div className="grid gap-4">
      {unexplained && <Note tone="info">{NOT_PAYABLE}</Note>}
      {settled && <Note tone="success">{t('This invoice is paid. Nothing is due.')}</Note>}
      {open.map((payment) => (
        <UnderWay key={payment.id} invoiceId={invoiceId} payment={payment} onGoOn={onGoOn} />
      ))}
      {made.length > 0 && (
        <PaymentsMade key={beside} invoiceId={invoiceId} payments={made} folded={beside === 'form'} />
      )}
    </div>
  )
}

function UnderWay({
  invoiceId,
  payment,
  onGoOn,
}: {
  invoiceId: string
  payment: InvoicePayment
  onGoOn: (payment: PayerPayment) => void
}) {
  const payer = usePayer()
  const params = { invoice: invoiceId, payment: payment.id }
  const goingOn = useSingleMutation({
    mutationFn: () => payer.call(contract.payments.payerRead, { params }),
    onSuccess: onGoOn,
  })
  const readAgain = (): void => {
    payer.paid()
    for (const name of ['payment-options', 'invoice-payments']) invalidateQuery(name)
  }
  const givingUp = useSingleMutation({
    mutationFn: () => payer.call(contract.payments.answerChallenge, { params, body: { answer: 'decline' } }),
    onSuccess: readAgain,
    onError: readAgain,
  })
  // The server answers a cancellation with payment_failed: the requested outcome, so no error is shown.
  const refused = givingUp.error instanceof ApiError && givingUp.error.code === 'payment_failed'
  const problem = goingOn.error ?? (refused ? null : givingUp.error)
  const busy = goingOn.isPending || givingUp.isPending
  return (
    <Note tone={payment.awaits_payer ? 'warning' : 'info'}>
      {payment.message}
      {payment.awaits_payer && (
        <span className="mt-2 flex flex-wrap gap-2">
          <Button
            size="sm"
            variant="primary"
            busy={goingOn.isPending}
            disabled={busy || payer.preview}
            onClick={() => goingOn.mutate()}
          >
            {t('Continue')}
          </Button>
          <Button
            size="sm"
            busy={givingUp.isPending}
            disabled={busy || payer.preview}
            onClick={() => givingUp.mutate()}
          >
            {t('Cancel payment')}
          </Button>
        </span>
      )}
      {problem && <p role="alert">{problem.message}</p>}
    </Note>
  )
}
