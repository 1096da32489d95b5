import { formatDate } from '../../../domain/dates/calendar.ts'
import { formatAmount, smallerMinor } from '../../../domain/money/money.ts'
import { useAccount } from '../../session/account-context.ts'
import { Checkbox } from '../../ui/fields/checkbox.tsx'
import { minorOf, moneyText } from '../../ui/text/money-text.ts'
import { type OpenInvoice, useOpenInvoices } from '../payment-plans/use-open-invoices.ts'

/** The open invoices of a customer that a payment can settle, oldest first. */
export function usePayableInvoices(customer: string | null, currency: string): readonly OpenInvoice[] {
  const open = useOpenInvoices(customer)
  return (open.data?.results ?? []).filter((row) => row.currency === currency)
}

/** Sum of what remains of the chosen invoices. */
export const sumOfChosen = (
  invoices: readonly OpenInvoice[],
  chosen: ReadonlySet<string>,
  currency: string,
): bigint =>
  invoices
    .filter(({ pk }) => chosen.has(pk))
    .reduce((sum, { remaining }) => sum + minorOf(remaining, currency), 0n)

/** Divides a payment among the chosen invoices, oldest first. Undefined when none is chosen. */
export function sharesOf(
  invoices: readonly OpenInvoice[],
  chosen: ReadonlySet<string>,
  minor: bigint,
  currency: string,
): { invoice: string; amount: string }[] | undefined {
  if (chosen.size === 0) return undefined
  let left = minor
  return invoices
    .filter(({ pk }) => chosen.has(pk))
    .flatMap(({ pk, remaining }) => {
      const owed = minorOf(remaining, currency)
      const share = smallerMinor(owed, left)
      left -= share
      return share > 0n ? [{ invoice: pk, amount: formatAmount(share, currency) }] : []
    })
}

/** Lets somebody choose which invoices a payment settles. */
export function ChosenInvoices({
  invoices,
  chosen,
  onChange,
}: {
  invoices: readonly OpenInvoice[]
  chosen: ReadonlySet<string>
  onChange: (chosen: ReadonlySet<string>) => void
}) {
  const { date_format: format } = useAccount()
  if (invoices.length === 0) return null
  const toggle = (pk: string) => {
    const next = new Set(chosen)
    if (!next.delete(pk)) next.add(pk)
    onChange(next)
  }
  return (
    <fieldset className="grid gap-1 sm:col-span-2">
      <legend className="mb-1 font-medium">
        For these invoices{' '}
        <span className="font-normal text-ink-3">
          {chosen.size === 0
            ? 'None chosen: the oldest first'
            : `${chosen.size} of ${invoices.length} chosen`}
        </span>
      </legend>
      <div className="grid max-h-56 overflow-y-auto rounded-8 border border-line">
        {invoices.map((row) => (
          <Checkbox
            key={row.pk}
            className="border-b border-line px-3 py-2 last:border-0"
            checked={chosen.has(row.pk)}
            onChange={() => toggle(row.pk)}
            label={
              <span className="grid grid-cols-[minmax(0,1fr)_auto_6.5rem] items-baseline gap-x-4 max-sm:grid-cols-[minmax(0,1fr)_auto]">
                <span className="truncate">{row.number}</span>
                <span className="num text-ink-3 max-sm:order-last max-sm:text-12">
                  due {formatDate(row.due_date, format)}
                </span>
                <span className="num text-end">{moneyText(row.remaining, row.currency)}</span>
              </span>
            }
          />
        ))}
      </div>
    </fieldset>
  )
}
