import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { contract } from '../../../contract/index.ts'
import { checkPaymentAmount } from '../../../domain/amount-check.ts'
import { currencyDigits, displayAmount, formatAmount, smallerMinor } from '../../../domain/money.ts'
import { useAccount } from '../../session/account-context.ts'
import { ApiError, actionErrorText } from '../../session/api-error.ts'
import { useCall } from '../../session/session-context.tsx'
import { useSingleMutation } from '../../session/use-single-mutation.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { MoneyField } from '../../ui/money-field.tsx'
import { Note } from '../../ui/note.tsx'
import { useToast } from '../../ui/toast.tsx'
import { minorOf } from '../invoices/invoice-look.ts'
import { OpenInvoiceChoice, type OpenInvoiceOption } from '../invoices/open-invoice-choice.tsx'
import { useRequestKeys } from '../use-request-keys.ts'

/** What the dialog needs to know of a payment that left something over. */
export interface LeftOver {
  readonly pk: string
  readonly transaction_number: string
  readonly unapplied_amount: string
  readonly total_currency: string
  readonly customer: { readonly pk: string; readonly short_name: string }
}

/** Settles one of the customer's open invoices with what a payment left over, at most as far as both reach. */
export function UseCreditDialog({ payment, onClose }: { payment: LeftOver; onClose: () => void }) {
  const currency = payment.total_currency
  const [invoice, setInvoice] = useState<OpenInvoiceOption | null>(null)
  const [amount, setAmount] = useState('')
  const left = minorOf(payment.unapplied_amount, currency)
  const most = invoice ? smallerMinor(left, minorOf(invoice.remaining, currency)) : left
  const checked = checkPaymentAmount(amount, { currency, required: true, balanceMinor: most })
  const minor = invoice && checked.ok ? checked.minor : null
  const using = useUsing(payment, onClose)
  const failure = using.error instanceof ApiError ? using.error : null
  const field = (name: string): string | undefined => failure?.fields[name]?.join(' ')
  const amountError = field('invoices.0.amount') ?? field('invoices')
  const choose = (option: OpenInvoiceOption | null) => {
    setInvoice(option)
    using.reset()
    if (option) setAmount(formatAmount(smallerMinor(left, minorOf(option.remaining, currency)), currency))
  }
  const text = (value: bigint): string => displayAmount(value, currency)
  return (
    <Dialog
      open
      onOpenChange={onClose}
      locked={using.isPending}
      title={`Use the credit of ${payment.transaction_number}`}
      description={`${text(left)} of it is left, for ${payment.customer.short_name}.`}
      footer={
        <>
          <Button onClick={onClose} disabled={using.isPending}>
            Cancel
          </Button>
          <Button
            variant="primary"
            busy={using.isPending}
            disabled={minor === null}
            onClick={() => invoice && minor !== null && using.mutate({ invoice, minor })}
          >
            {minor === null ? 'Use credit' : `Use ${text(minor)}`}
          </Button>
        </>
      }
    >
      <div className="grid gap-4">
        {using.error && amountError === undefined && <Note tone="error">{actionErrorText(using.error)}</Note>}
        <OpenInvoiceChoice
          customer={payment.customer.pk}
          currency={currency}
          value={invoice}
          onChange={choose}
          error={undefined}
        />
        {invoice && (
          <MoneyField
            label="Amount"
            currency={currency}
            decimals={currencyDigits(currency)}
            value={amount}
            onChange={setAmount}
            hint={`Up to ${text(most)}.`}
            error={amountError ?? (checked.ok ? undefined : checked.text)}
          />
        )}
        {invoice && minor !== null && (
          <p className="text-ink-2" aria-live="polite">
            {`${payment.customer.short_name} will owe ${text(minorOf(invoice.remaining, currency) - minor)} on ${invoice.label}, and ${text(left - minor)} of this payment stays unapplied.`}
          </p>
        )}
      </div>
    </Dialog>
  )
}

function useUsing(payment: LeftOver, onClose: () => void) {
  const account = useAccount()
  const call = useCall()
  const queries = useQueryClient()
  const toast = useToast()
  const keyOf = useRequestKeys()
  return useSingleMutation({
    mutationFn: ({ invoice, minor }: { invoice: OpenInvoiceOption; minor: bigint }) => {
      const amount = formatAmount(minor, payment.total_currency)
      return call(contract.payments.useCredit, {
        params: { account: account.pk, payment: payment.pk },
        body: {
          request_id: keyOf(`${invoice.id} ${amount}`),
          invoices: [{ invoice: invoice.id, amount }],
        },
      })
    },
    onSuccess: async (_, { invoice, minor }) => {
      toast({
        title: 'Credit used',
        body: `${displayAmount(minor, payment.total_currency)} of ${payment.transaction_number} settles ${invoice.label} of ${payment.customer.short_name}.`,
        tone: 'success',
      })
      onClose()
      await queries.invalidateQueries({ queryKey: [account.pk] })
    },
  })
}
