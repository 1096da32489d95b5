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
import { useMemoChanged } from './memo-change.ts'
import type { MemoDetail } from './memo-look.ts'

/** Settles one of the customer's open invoices with the credit, at most as far as both reach. */
export function ApplyMemoDialog({ memo, onClose }: { memo: MemoDetail; onClose: () => void }) {
  const { currency } = memo
  const [invoice, setInvoice] = useState<OpenInvoiceOption | null>(null)
  const [amount, setAmount] = useState('')
  const left = minorOf(memo.remaining, currency)
  const most = invoice ? smallerMinor(left, minorOf(invoice.remaining, currency)) : left
  const checked = checkPaymentAmount(amount, { currency, required: true, balanceMinor: most })
  const minor = invoice && checked.ok ? checked.minor : null
  const applying = useApplying(memo, onClose)
  const failure = applying.error instanceof ApiError ? applying.error : null
  const field = (name: string): string | undefined => failure?.fields[name]?.join(' ')
  const placed = field('invoice') !== undefined || field('amount') !== undefined
  const choose = (option: OpenInvoiceOption | null) => {
    setInvoice(option)
    applying.reset()
    if (option) setAmount(formatAmount(smallerMinor(left, minorOf(option.remaining, currency)), currency))
  }
  const text = (value: bigint): string => displayAmount(value, currency)
  return (
    <Dialog
      open
      onOpenChange={onClose}
      locked={applying.isPending}
      title={`Apply ${memo.number}`}
      description={`${text(left)} of it is left, for ${memo.customer.short_name}.`}
      footer={
        <>
          <Button onClick={onClose} disabled={applying.isPending}>
            Cancel
          </Button>
          <Button
            variant="primary"
            busy={applying.isPending}
            disabled={minor === null}
            onClick={() => invoice && minor !== null && applying.mutate({ invoice, minor })}
          >
            {minor === null ? 'Apply' : `Apply ${text(minor)}`}
          </Button>
        </>
      }
    >
      <div className="grid gap-4">
        {applying.error && !placed && <Note tone="error">{actionErrorText(applying.error)}</Note>}
        <OpenInvoiceChoice
          customer={memo.customer.pk}
          currency={currency}
          value={invoice}
          onChange={choose}
          error={field('invoice')}
        />
        {invoice && (
          <MoneyField
            label="Amount"
            currency={currency}
            decimals={currencyDigits(currency)}
            value={amount}
            onChange={setAmount}
            hint={`Up to ${text(most)}.`}
            error={field('amount') ?? (checked.ok ? undefined : checked.text)}
          />
        )}
        {invoice && minor !== null && (
          <p className="text-ink-2" aria-live="polite">
            {`${memo.customer.short_name} will owe ${text(minorOf(invoice.remaining, currency) - minor)} on ${invoice.label}, and ${text(left - minor)} of this credit memo stays.`}
          </p>
        )}
      </div>
    </Dialog>
  )
}

function useApplying(memo: MemoDetail, onClose: () => void) {
  const account = useAccount()
  const call = useCall()
  const toast = useToast()
  const changed = useMemoChanged()
  const keyOf = useRequestKeys()
  return useSingleMutation({
    mutationFn: ({ invoice, minor }: { invoice: OpenInvoiceOption; minor: bigint }) => {
      const amount = formatAmount(minor, memo.currency)
      return call(contract.creditMemos.apply, {
        params: { account: account.pk, memo: memo.pk },
        body: { invoice: invoice.id, amount, request_id: keyOf(`${invoice.id} ${amount}`) },
      })
    },
    onSuccess: async (applied, { invoice, minor }) => {
      toast({
        title: 'Credit applied',
        body: `${displayAmount(minor, memo.currency)} of ${memo.number} settles ${invoice.label} of ${memo.customer.short_name}.`,
        tone: 'success',
      })
      onClose()
      await changed(applied)
    },
  })
}
