import { currencyDigits, displayAmount } from '../../../domain/money/money.ts'
import { ApiError, actionErrorText } from '../../session/calls/api-error.ts'
import { MoneyField } from '../../ui/fields/money-field.tsx'
import { Dialog } from '../../ui/overlay/dialog.tsx'
import { DialogButtons } from '../../ui/overlay/dialog-buttons.tsx'
import { minorOf } from '../../ui/text/money-text.ts'
import { Note } from '../../ui/text/note.tsx'
import { OpenInvoiceChoice, type OpenInvoiceOption } from './open-invoice-choice.tsx'
import { type ChosenShare, type Credit, useChosenShare } from './use-chosen-share.ts'

interface SettleInvoiceDialogProps {
  title: string
  credit: Credit
  /** Verb of the button, also shown before an amount. */
  button: { readonly idle: string; readonly verb: string }
  /** Text about the unused rest: 'of this credit memo stays' */
  rest: string
  settling: {
    readonly isPending: boolean
    readonly error: Error | null
    reset(): void
    mutate(share: ChosenShare): void
  }
  /** Names of the two fields in the API's errors. */
  errorsOf: { readonly invoice: readonly string[]; readonly amount: readonly string[] }
  onClose: () => void
}

/** Applies a credit to one of the customer's open invoices. */
export function SettleInvoiceDialog(props: SettleInvoiceDialogProps) {
  const { title, credit, button, rest, settling, errorsOf, onClose } = props
  const { customer, currency, leftMinor } = credit
  const { invoice, amount, most, share, problem, setAmount, choose } = useChosenShare(credit)
  const fields = settling.error instanceof ApiError ? settling.error.fields : {}
  const errorAt = (names: readonly string[]) => names.map((name) => fields[name]?.join(' ')).find(Boolean)
  const errors = { invoice: errorAt(errorsOf.invoice), amount: errorAt(errorsOf.amount) }
  const chooseAnew = (option: OpenInvoiceOption | null) => {
    settling.reset()
    choose(option)
  }
  const text = (value: bigint): string => displayAmount(value, currency)
  return (
    <Dialog
      open
      onOpenChange={onClose}
      locked={settling.isPending}
      title={title}
      description={`${text(leftMinor)} available for ${customer.short_name}.`}
      footer={
        <DialogButtons
          onCancel={onClose}
          label={share ? `${button.verb} ${text(share.minor)}` : button.idle}
          busy={settling.isPending}
          disabled={share === null}
          onPress={() => share && settling.mutate(share)}
        />
      }
    >
      <div className="grid gap-4">
        {settling.error && !errors.invoice && !errors.amount && (
          <Note tone="error">{actionErrorText(settling.error)}</Note>
        )}
        <OpenInvoiceChoice
          customer={customer.pk}
          currency={currency}
          value={invoice}
          onChange={chooseAnew}
          error={errors.invoice}
        />
        {invoice && (
          <MoneyField
            label="Amount"
            currency={currency}
            decimals={currencyDigits(currency)}
            value={amount}
            onChange={setAmount}
            hint={`Up to ${text(most)}.`}
            error={errors.amount ?? problem}
          />
        )}
        {share && (
          <p className="text-ink-2" aria-live="polite">
            {`${share.invoice.owner} will owe ${text(minorOf(share.invoice.remaining, currency) - share.minor)} on ${share.invoice.label}, and ${text(leftMinor - share.minor)} ${rest}.`}
          </p>
        )}
      </div>
    </Dialog>
  )
}
