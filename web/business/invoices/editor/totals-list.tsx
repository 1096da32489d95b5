import { netSubtotal } from '../../../../domain/invoices/net-subtotal.ts'
import { isSome, moneyText } from '../../../ui/text/money-text.ts'

export interface Totals {
  readonly subtotal: string
  readonly discount: string
  readonly taxes: readonly { name: string; rate: string; base: string; amount: string }[]
  /** Late fees after the taxes; none on a draft. */
  readonly fees?: readonly { pk: string; text: string; day: string; amount: string }[]
  readonly total: string
}

/** Subtotal, each tax with its base, each late fee, and the total. Amounts are decimal strings of one currency. */
export function TotalsList({
  currency,
  subtotal,
  discount,
  taxes,
  fees = [],
  total,
}: Totals & { currency: string }) {
  const bare = (amount: string): string => moneyText(amount, currency, false)
  const plain = !isSome(discount) && taxes.length + fees.length === 0
  return (
    <dl className="grid gap-1.5">
      {!plain && (
        <Row
          label="Subtotal"
          aside={isSome(discount) && `after discounts of ${bare(discount)}`}
          value={bare(netSubtotal(subtotal, discount, currency))}
        />
      )}
      {taxes.map((tax) => (
        <Row
          key={`${tax.name} ${tax.rate}`}
          label={`${tax.name} ${tax.rate}%`}
          aside={`on ${bare(tax.base)}`}
          value={bare(tax.amount)}
        />
      ))}
      {fees.map((fee) => (
        <Row key={fee.pk} label={fee.text} aside={fee.day} value={bare(fee.amount)} />
      ))}
      <div className="mt-1 flex items-baseline justify-between gap-3 border-t border-line pt-2.5 font-semibold first:mt-0 first:border-0 first:pt-0">
        <dt>Total</dt>
        <dd className="num text-20">{moneyText(total, currency)}</dd>
      </div>
    </dl>
  )
}

function Row({ label, aside, value }: { label: string; aside?: string | false; value: string }) {
  return (
    <div className="flex items-baseline justify-between gap-3">
      <dt className="min-w-0 break-words text-ink-2">
        {label}
        {aside && (
          <>
            {' '}
            <span className="num text-12 text-ink-3">{aside}</span>
          </>
        )}
      </dt>
      <dd className="num">{value}</dd>
    </div>
  )
}
