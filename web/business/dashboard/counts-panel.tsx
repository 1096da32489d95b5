import { Link } from '../../ui/layout/link.tsx'
import type { CurrencyFigures, Dashboard } from './dashboard-query.ts'

/** Counts of records, each with a link to its list. */
export function CountsPanel({
  counts,
  currencies,
}: {
  counts: Dashboard['counts']
  currencies: readonly CurrencyFigures[]
}) {
  // A customer may owe in two currencies, so counts are added only when there is one currency.
  const owing = currencies.length === 1 ? currencies[0]?.customers_owing : undefined
  return (
    <section aria-label="In all" className="grid border-b border-line md:grid-cols-3">
      <Count label="Open invoices" count={counts.invoices} href="/invoices?view=open" />
      <Count label="Drafts to send" count={counts.drafts} href="/invoices?view=draft" />
      <Count
        label="Customers"
        count={counts.customers}
        href="/customers"
        detail={owing ? `${owing.toLocaleString('en-US')} of them owe you` : undefined}
      />
    </section>
  )
}

function Count(given: { label: string; count: number; href: string; detail?: string | undefined }) {
  return (
    <Link
      href={given.href}
      className="group border-line px-4 py-3 not-first:max-md:border-t hover:bg-sunken max-md:flex max-md:items-baseline max-md:justify-between md:px-6 md:not-first:border-s"
    >
      <span className="block font-medium text-ink-2">{given.label}</span>
      <span className="num mt-1 block text-24 font-semibold max-md:mt-0 max-md:text-16">
        {given.count.toLocaleString('en-US')}
      </span>
      {given.detail && <small className="text-12 text-ink-3">{given.detail}</small>}
    </Link>
  )
}
