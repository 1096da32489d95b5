import type { CustomerDetail } from '../../../contract/customers.ts'
import { AGING_BUCKETS } from '../../../domain/invoices/aging.ts'
import { displayAmount } from '../../../domain/money/money.ts'
import { useNavigateTo } from '../../ui/layout/link.tsx'
import { AGING_LABELS, AGING_TONES, AgingBar } from '../../ui/text/aging-bar.tsx'
import { isSome, minorOf, moneyText } from '../../ui/text/money-text.ts'
import { openInvoicesText } from './customer-text.ts'
import { JointPayLink } from './joint-pay-link.tsx'

/** The customer's balance by age, with what its duplicates owe. */
export function CustomerOwed({ customer }: { customer: CustomerDetail }) {
  const navigate = useNavigateTo()
  const { currency, aging_with_merged: aging, merged } = customer
  const minor = (amount: string): number => Number(minorOf(amount, currency))
  const whole = minor(aging.total)
  const unapplied = minorOf(customer.unapplied_credit, currency)
  const received = minorOf(customer.total_paid, currency) + unapplied
  const owing = merged.filter(({ balance }) => isSome(balance))
  const openCount = merged.reduce((sum, one) => sum + one.open_invoices_count, customer.open_invoices_count)
  const owed = owing.length === 0 ? customer.balance : aging.total
  return (
    <section className="grid gap-4 border-b border-line p-4 md:p-6" aria-label="Owed">
      <div className="flex flex-wrap items-baseline gap-x-6 gap-y-1">
        <p className="num text-32 font-semibold tracking-tight">{moneyText(owed, currency)}</p>
        <p className="text-ink-2">
          {openInvoicesText(openCount)}
          {', '}
          {displayAmount(received, currency)} received
          {unapplied > 0n && `, ${displayAmount(unapplied, currency)} of it unapplied`}
        </p>
      </div>
      {owing.length > 0 && (
        <p className="break-words text-ink-2">
          {owing
            .map(
              ({ short_name, balance }) =>
                `${moneyText(balance, currency)} of it on invoices of ${short_name}`,
            )
            .join(', ')}
          .
        </p>
      )}
      <AgingBar
        label="Owed by age"
        segments={AGING_BUCKETS.map((bucket) => ({
          id: bucket,
          label: AGING_LABELS[bucket],
          tone: AGING_TONES[bucket],
          share: whole === 0 ? 0 : minor(aging[bucket]) / whole,
          amount: moneyText(aging[bucket], currency, false),
        }))}
        // The list of invoices has those of one customer only.
        onSelect={
          owing.length === 0
            ? (bucket) =>
                navigate(`/invoices?view=open&customer=${customer.pk}${bucket ? `&aging=${bucket}` : ''}`)
            : undefined
        }
      />
      <JointPayLink customer={customer} ownOnly={owing.length > 0} />
    </section>
  )
}
