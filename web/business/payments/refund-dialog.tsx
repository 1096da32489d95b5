import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { contract } from '../../../contract/index.ts'
import type { PaymentDetail } from '../../../contract/payments/payment-shapes.ts'
import { checkPaymentAmount } from '../../../domain/money/amount-check.ts'
import { currencyDigits, displayAmount, formatAmount, parseAmount } from '../../../domain/money/money.ts'
import { useAccount } from '../../session/account-context.ts'
import { ApiError } from '../../session/calls/api-error.ts'
import { useRequestId } from '../../session/calls/request-id.ts'
import { sendOnce } from '../../session/calls/send-once.ts'
import { useSingleMutation } from '../../session/calls/use-single-mutation.ts'
import { useCall } from '../../session/session-context.tsx'
import { MoneyField } from '../../ui/fields/money-field.tsx'
import { TextField } from '../../ui/fields/text-field.tsx'
import { wordsOf } from '../../ui/language/words-of.ts'
import { Dialog } from '../../ui/overlay/dialog.tsx'
import { DialogButtons } from '../../ui/overlay/dialog-buttons.tsx'
import { useToast } from '../../ui/overlay/toast.tsx'
import { Note } from '../../ui/text/note.tsx'
import { failureNotice, isAway } from './failure-notice.ts'
import { refundOutcome } from './refund-outcome.ts'

/** Refunds all or part of a payment, and explains the effect first. */
export function RefundDialog({ payment, onClose }: { payment: PaymentDetail; onClose: () => void }) {
  const account = useAccount()
  const call = useCall()
  const queries = useQueryClient()
  const toast = useToast()
  const requestId = useRequestId()
  const [total, setTotal] = useState(payment.refundable_amount)
  const [reason, setReason] = useState('')
  const currency = payment.total_currency
  const most = parseAmount(payment.refundable_amount, currency)
  const checked = checkPaymentAmount(total, {
    currency,
    required: true,
    ...(most.ok && { balanceMinor: most.minor }),
  })
  const minor = checked.ok ? (checked.minor ?? 0n) : null
  const refunding = useSingleMutation({
    mutationFn: (amount: bigint) => {
      const refund = { total: formatAmount(amount, currency), total_currency: currency, reason }
      return sendOnce(requestId, refund, (request_id) =>
        call(contract.payments.refund, {
          params: { account: account.pk, payment: payment.pk },
          body: { ...refund, request_id },
        }),
      )
    },
    onSuccess: async (saved, amount) => {
      await queries.invalidateQueries({ queryKey: [account.pk] })
      toast({
        title: saved.refunds.some(({ status }) => status === 'waiting') ? 'Refund pending' : 'Refunded',
        body: `${displayAmount(amount, currency)} to ${payment.customer.short_name}`,
        tone: 'success',
      })
      onClose()
    },
    onError: (error) => isAway(error) && toast(failureNotice('We couldn’t refund the payment', error)),
  })
  const failure = refunding.error instanceof ApiError ? refunding.error : null
  const shown = minor === null ? '' : ` ${displayAmount(minor, currency)}`
  return (
    <Dialog
      open
      onOpenChange={onClose}
      locked={refunding.isPending}
      title={`Refund payment ${payment.transaction_number}`}
      footer={
        <DialogButtons
          onCancel={onClose}
          label={`Refund${shown}`}
          danger
          busy={refunding.isPending}
          disabled={minor === null}
          onPress={() => minor !== null && refunding.mutate(minor)}
        />
      }
    >
      <div className="grid gap-4">
        {failure && !isAway(failure) && Object.keys(failure.fields).length === 0 && (
          <Note tone="error">{failure.message}</Note>
        )}
        <MoneyField
          label="Amount"
          currency={currency}
          decimals={currencyDigits(currency)}
          value={total}
          onChange={setTotal}
          hint={`You can refund up to ${displayAmount(most.ok ? most.minor : 0n, currency)}.`}
          error={failure?.fields.total?.join(' ') ?? (checked.ok ? undefined : wordsOf(checked.text))}
        />
        <TextField
          label="Reason"
          optional
          value={reason}
          onChange={(event) => setReason(event.target.value)}
        />
        {minor !== null && (
          <p className="text-ink-2">
            {`Refunds ${displayAmount(minor, currency)} to ${payment.customer.short_name} (${payment.method_display || payment.type_display})${refundOutcome(payment, minor)}`}
          </p>
        )}
      </div>
    </Dialog>
  )
}
