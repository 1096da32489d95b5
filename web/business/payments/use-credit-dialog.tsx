import { useQueryClient } from '@tanstack/react-query'
import { contract } from '../../../contract/index.ts'
import { displayAmount, formatAmount } from '../../../domain/money/money.ts'
import { useAccount } from '../../session/account-context.ts'
import { useRequestId } from '../../session/calls/request-id.ts'
import { sendOnce } from '../../session/calls/send-once.ts'
import { useSingleMutation } from '../../session/calls/use-single-mutation.ts'
import { useCall } from '../../session/session-context.tsx'
import { useToast } from '../../ui/overlay/toast.tsx'
import { minorOf } from '../../ui/text/money-text.ts'
import { SettleInvoiceDialog } from '../invoices/settle-invoice-dialog.tsx'
import type { ChosenShare } from '../invoices/use-chosen-share.ts'
import { recordPath } from '../paths.ts'

/** The fields of a payment with unapplied credit that the dialog needs. */
export interface LeftOver {
  readonly pk: string
  readonly transaction_number: string
  readonly unapplied_amount: string
  readonly total_currency: string
  readonly customer: { readonly pk: string; readonly short_name: string }
}

const ERRORS = { invoice: ['invoices.0.invoice'], amount: ['invoices.0.amount', 'invoices'] }

/** Applies a payment's unapplied credit to one of the customer's open invoices. */
export function UseCreditDialog({ payment, onClose }: { payment: LeftOver; onClose: () => void }) {
  const { customer, total_currency: currency } = payment
  return (
    <SettleInvoiceDialog
      title={`Apply credit from ${payment.transaction_number}`}
      credit={{ customer, currency, leftMinor: minorOf(payment.unapplied_amount, currency) }}
      button={{ idle: 'Apply credit', verb: 'Apply' }}
      rest="of this payment stays unapplied"
      settling={useUsing(payment, onClose)}
      errorsOf={ERRORS}
      onClose={onClose}
    />
  )
}

function useUsing(payment: LeftOver, onClose: () => void) {
  const account = useAccount()
  const call = useCall()
  const queries = useQueryClient()
  const toast = useToast()
  const requestId = useRequestId()
  return useSingleMutation({
    mutationFn: ({ invoice, minor }: ChosenShare) => {
      const amount = formatAmount(minor, payment.total_currency)
      const use = { invoices: [{ invoice: invoice.id, amount }] }
      return sendOnce(requestId, use, (request_id) =>
        call(contract.payments.useCredit, {
          params: { account: account.pk, payment: payment.pk },
          body: { request_id, ...use },
        }),
      )
    },
    onSuccess: async (_, { invoice, minor }) => {
      toast({
        title: 'Credit applied',
        body: `${displayAmount(minor, payment.total_currency)} of ${payment.transaction_number} applied to ${invoice.label} for ${invoice.owner}.`,
        tone: 'success',
        link: { label: 'View invoice', href: recordPath('invoice', invoice.id) },
      })
      onClose()
      await queries.invalidateQueries({ queryKey: [account.pk] })
    },
  })
}
