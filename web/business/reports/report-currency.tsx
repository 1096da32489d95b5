import type { ReactNode } from 'react'
import { cx } from '../../ui/cx.ts'
import { AgingBar } from '../../ui/text/aging-bar.tsx'
import { Money } from '../../ui/text/money.tsx'
import { agingSegments, countText } from '../dashboard/figures.ts'
import { ReportDebtors } from './report-debtors.tsx'
import type { ReportFigures } from './report-figures.ts'
import { ReportTrend } from './report-trend.tsx'

/** Receivables in one currency: total, aging, trend and top debtors. */
export function ReportCurrency({
  figures,
  several,
  first,
}: {
  figures: ReportFigures
  several: boolean
  first: boolean
}) {
  const { currency, dso } = figures
  const inCurrency = several ? ` in ${currency}` : ''
  return (
    <section aria-label={`Receivables in ${currency}`} className={cx('grid gap-8', !first && 'report-next')}>
      <dl className="report-figures grid gap-x-6 gap-y-4">
        <Fact label={`Total owed${inCurrency}`}>
          <Money amount={figures.owed} currency={currency} size="hero" />
        </Fact>
        <Fact label="Past due">
          <Money amount={figures.past_due} currency={currency} className="text-20 font-semibold" />
        </Fact>
        <Fact label="Days sales outstanding">
          <span className="num text-20 font-semibold">
            {dso.days === null ? '–' : countText(dso.days, 'day', 'days')}
          </span>
        </Fact>
        <Fact label="Open">
          <span className="text-14 font-semibold">
            {countText(figures.open_invoices, 'invoice', 'invoices')} of{' '}
            {countText(figures.customers_owing, 'customer', 'customers')}
          </span>
        </Fact>
      </dl>
      <Part title={`Aging${inCurrency}`} detail="by days past the due date">
        <AgingBar
          label={`Open invoices by age${inCurrency}`}
          segments={agingSegments(figures.aging, figures.aging_counts)}
        />
      </Part>
      <div className="report-columns grid items-start gap-8">
        <Part title={`Trend${inCurrency}`} detail="by month">
          <ReportTrend figures={figures} />
        </Part>
        <Part title={`Top debtors${inCurrency}`} detail="who owes most">
          <ReportDebtors figures={figures} />
        </Part>
      </div>
    </section>
  )
}

const Fact = ({ label, children }: { label: string; children: ReactNode }) => (
  <div>
    <dt className="text-ink-2">{label}</dt>
    <dd className="mt-1">{children}</dd>
  </div>
)

const Part = ({ title, detail, children }: { title: string; detail: string; children: ReactNode }) => (
  <section aria-label={title} className="min-w-0">
    <h2 className="mb-3 text-14 font-semibold">
      {title} <span className="font-normal text-ink-3">{detail}</span>
    </h2>
    {children}
  </section>
)
