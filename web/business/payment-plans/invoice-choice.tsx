import { formatDate } from '../../../domain/dates/calendar.ts'
import { MAX_PLAN_INVOICES } from '../../../domain/payment-plans/plan-terms.ts'
import { useAccount } from '../../session/account-context.ts'
import { Checkbox } from '../../ui/fields/checkbox.tsx'
import { moneyText } from '../../ui/text/money-text.ts'
import type { OpenInvoice } from './use-open-invoices.ts'

export interface PlannedInvoice {
  readonly pk: string
  readonly number: string
  readonly due_date: string
  readonly remaining: string
  readonly currency: string
}

/** Boxes for a customer's open invoices, and one for all of them that can be on the same plan. */
export function InvoiceChoice({
  invoices,
  chosen,
  onChange,
}: {
  invoices: readonly OpenInvoice[]
  chosen: ReadonlySet<string>
  onChange: (chosen: ReadonlySet<string>) => void
}) {
  const free = invoices.filter(({ payment_plan }) => payment_plan === null)
  const picked = free.filter(({ pk }) => chosen.has(pk))
  const currency = picked[0]?.currency
  const together = free
    .filter((one) => one.currency === (currency ?? free[0]?.currency))
    .slice(0, MAX_PLAN_INVOICES)
  const areAllPicked = picked.length >= together.length
  return (
    <fieldset className="grid gap-1">
      <legend className="pb-1 text-13 font-semibold">Invoices</legend>
      {together.length > 1 && (
        <Checkbox
          label={together.length === invoices.length ? `All ${invoices.length} invoices` : allOf(together)}
          checked={areAllPicked}
          mixed={picked.length > 0 && !areAllPicked}
          onChange={() => onChange(new Set(areAllPicked ? [] : together.map(({ pk }) => pk)))}
          className="border-b border-line pb-1"
        />
      )}
      {invoices.map((one) => {
        const isTaken = one.payment_plan !== null
        const isOther = currency !== undefined && one.currency !== currency
        return (
          <Checkbox
            key={one.pk}
            label={<InvoiceLine invoice={one} />}
            description={isTaken ? 'On a payment plan already' : isOther ? 'In another currency' : undefined}
            checked={chosen.has(one.pk) && !isTaken}
            disabled={isTaken || isOther}
            onChange={({ currentTarget: { checked } }) => {
              const next = new Set(chosen)
              if (checked) next.add(one.pk)
              else next.delete(one.pk)
              onChange(next)
            }}
          />
        )
      })}
    </fieldset>
  )
}

const allOf = (together: readonly OpenInvoice[]): string =>
  `All ${together.length} ${together[0]?.currency} invoices without a plan`

export function InvoiceLine({ invoice }: { invoice: PlannedInvoice }) {
  const { date_format } = useAccount()
  return (
    <span className="num whitespace-normal">
      {invoice.number}, due {formatDate(invoice.due_date, date_format)},{' '}
      {moneyText(invoice.remaining, invoice.currency)}
    </span>
  )
}
