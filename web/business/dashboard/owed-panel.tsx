import type { ReactNode } from 'react'
import { datesOfPeriod } from '../../../domain/dates/periods.ts'
import { Link, useNavigateTo } from '../../ui/layout/link.tsx'
import { AgingBar } from '../../ui/text/aging-bar.tsx'
import { Money } from '../../ui/text/money.tsx'
import { periodPath } from '../charts/list-paths.ts'
import { reportPath } from '../paths.ts'
import type { CurrencyFigures } from './dashboard-query.ts'
import { agingSegments, countText } from './figures.ts'

const quiet = 'underline-offset-3 hover:underline'

/**
 * Receivables in one currency: the sum on the left, the aging on the right, each figure linked to its list.
 */
export function OwedPanel({
  figures,
  several,
  today,
}: {
  figures: CurrencyFigures
  several: boolean
  today: string
}) {
  const { currency } = figures
  const navigate = useNavigateTo()
  const inCurrency = several ? ` in ${currency}` : ''
  const filter = several ? `&filter_currency=${currency}` : ''
  const invoices = (view: string) => `/invoices?view=${view}${filter}`
  const payments = (search: string) =>
    `/payment-processing?${search}${several ? `&filter_total_currency=${currency}` : ''}`
  const { from, to: until } = datesOfPeriod('last_30_days', today)
  const amount = (value: string) => <Money amount={value} currency={currency} bare />
  return (
    <div className="grid border-b border-line md:grid-cols-[16rem_minmax(0,1fr)] xl:grid-cols-[18rem_minmax(0,1fr)]">
      <section
        aria-label={`Total owed${inCurrency}`}
        className="grid content-between gap-3 border-line p-4 max-md:border-b md:border-e md:px-6 md:pb-5"
      >
        <div>
          <h2 className="font-semibold">Total owed{inCurrency}</h2>
          <p className="mt-1">
            <Link href={invoices('open')} className="underline-offset-4 hover:underline">
              <Money amount={figures.owed} currency={currency} size="hero" />
            </Link>
          </p>
        </div>
        <dl className="grid">
          <Fact label="Past due" value={amount(figures.past_due)} href={invoices('overdue')} />
          <Fact
            label="Due in next 7 days"
            value={amount(figures.due_in_7_days)}
            href={invoices('due_this_week')}
          />
          <Fact
            label="Pending payments"
            value={amount(figures.in_flight)}
            href={payments('filter_status=waiting')}
          />
          <Fact
            label="Collected in 30 days"
            value={amount(figures.collected_30_days)}
            href={periodPath('collected', { from, until }, currency)}
          />
        </dl>
      </section>
      <section aria-label={`Aging${inCurrency}`} className="min-w-0 p-4 md:px-6">
        <h2 className="font-semibold">
          Aging
          <span className="ms-2 font-normal text-ink-3">
            <Link href={invoices('open')} className={quiet}>
              {countText(figures.open_invoices, 'invoice', 'invoices')}
            </Link>
            ,{' '}
            <Link href={`${reportPath('aging-by-customer')}?currency=${currency}`} className={quiet}>
              {countText(figures.customers_owing, 'customer', 'customers')}
            </Link>
          </span>
        </h2>
        <AgingBar
          label={`Open invoices by age${inCurrency}`}
          segments={agingSegments(figures.aging, figures.aging_counts)}
          onSelect={(bucket) => navigate(`${invoices('open')}&aging=${bucket}`)}
          className="mt-3"
        />
      </section>
    </div>
  )
}

const Fact = ({ label, value, href }: { label: string; value: ReactNode; href: string }) => (
  <div className="flex min-h-6 items-center justify-between gap-3">
    <dt className="text-ink-2">{label}</dt>
    <dd className="font-medium">
      <Link href={href} className="relative inline-block underline-offset-3 hover:underline">
        <span className="sr-only">{label}: </span>
        {value}
      </Link>
    </dd>
  </div>
)
