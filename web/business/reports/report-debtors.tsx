import { DebtorsTable } from '../dashboard/debtors-table.tsx'
import type { ReportFigures } from './report-figures.ts'

/** Top debtors by name, or by rank when the link hides names. */
export function ReportDebtors({ figures }: { figures: ReportFigures }) {
  const { top_debtors, currency } = figures
  if (top_debtors.length === 0) return <p className="text-ink-2">Nobody owes anything right now.</p>
  return (
    <DebtorsTable
      caption={`Customers who owe the most, in ${currency}`}
      currency={currency}
      rows={top_debtors.map(({ name, ...debtor }, at) => ({
        ...debtor,
        key: at,
        name: <span className="block truncate">{name ?? `Customer ${at + 1}`}</span>,
      }))}
    />
  )
}
