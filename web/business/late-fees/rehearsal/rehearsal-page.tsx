import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { Play } from 'lucide-react'
import { useState } from 'react'
import { contract } from '../../../../contract/index.ts'
import type { ReplyOf } from '../../../../contract/route.ts'
import { formatDate, MONTH_NAMES } from '../../../../domain/dates/calendar.ts'
import { EXEMPTION_TEXTS } from '../../../../domain/late-fees/exemption-texts.ts'
import { useAccount } from '../../../session/account-context.ts'
import { useCall } from '../../../session/session-context.tsx'
import { Segmented } from '../../../ui/fields/segmented.tsx'
import { EmptyState } from '../../../ui/layout/empty-state.tsx'
import { PageHeader } from '../../../ui/layout/page-header.tsx'
import { type Column, DataTable } from '../../../ui/table/data-table.tsx'
import { moneyText } from '../../../ui/text/money-text.ts'
import { Tag } from '../../../ui/text/tag.tsx'
import { RecordPage } from '../../layout/record-page.tsx'
import { LATE_FEE_RULES_PATH, LATE_FEES_PATH, recordPath } from '../../paths.ts'
import { countsText, totalsText } from '../rules/use-preview.ts'
import { rulePath, useRules } from '../rules/use-rules.ts'

type Rehearsal = ReplyOf<typeof contract.lateFeeRules.rehearse>
type Fee = Rehearsal['fees'][number]
type Period = Rehearsal['period']

const PERIODS = [
  { value: 'past', label: 'Last 12 months' },
  { value: 'future', label: 'Next 60 days' },
] as const

/** Shows what a rule would have charged, or would charge if nobody paid. */
export function RehearsalPage() {
  const { ruleId = '' } = useParams({ strict: false }) as { ruleId?: string }
  const { pk: account } = useAccount()
  const call = useCall()
  const [period, setPeriod] = useState<Period>('past')
  const name = useRules().data?.results.find(({ pk }) => pk === ruleId)?.name
  const crumbs = [
    { label: 'Late fees', href: LATE_FEES_PATH },
    { label: 'Rules', href: LATE_FEE_RULES_PATH },
    { label: name ?? 'Rule', href: rulePath(ruleId) },
  ]
  const rehearsal = useQuery({
    queryKey: [account, 'late-fee-rule', ruleId, 'rehearsal', period],
    queryFn: ({ signal }) =>
      call(
        contract.lateFeeRules.rehearse,
        { params: { account, rule: ruleId }, query: { period } },
        { signal },
      ),
    placeholderData: keepPreviousData,
  })
  return (
    <RecordPage query={rehearsal} title="Rehearsal" crumbs={crumbs} failure="Failed to rehearse the rule">
      {(shown) => (
        <>
          <PageHeader
            title={name ? `Rehearsal of ${name}` : 'Rehearsal'}
            crumbs={crumbs}
            detail={<Tag>Nothing is charged</Tag>}
            actions={<Segmented label="Days" options={PERIODS} value={period} onChange={setPeriod} />}
          />
          <Result rehearsal={shown} loading={rehearsal.isPlaceholderData} />
        </>
      )}
    </RecordPage>
  )
}

function Result({ rehearsal, loading }: { rehearsal: Rehearsal; loading: boolean }) {
  const { date_format } = useAccount()
  const { period, from, until, count, customers, invoices, totals, fees } = rehearsal
  const day = (date: string): string => formatDate(date, date_format)
  return (
    <>
      <p className="px-4 pb-5 text-16 text-balance text-ink-2 md:px-6">
        {`From ${day(from)} to ${day(until)}, this rule ${period === 'past' ? 'would have charged' : 'would charge'} `}
        <b className="font-semibold text-ink">{totalsText(totals) ?? 'nothing'}</b>
        {count > 0 &&
          `: ${countsText(count, customers)}, on ${invoices === 1 ? '1 invoice' : `${invoices} invoices`}`}
        {period === 'past'
          ? '. Promises, disputes and pauses of the past are not known any more, and left out.'
          : ', if nobody pays until then.'}
      </p>
      <div className="grid border-t border-line lg:grid-cols-2">
        <Months months={rehearsal.months} />
        <Reasons exempt={rehearsal.exempt} />
      </div>
      <DataTable
        className="border-t border-line"
        label="Rehearsed late fees"
        columns={columnsOf(day)}
        rows={fees}
        rowKey={(row) => `${row.invoice.pk} ${row.day}`}
        rowHref={(row) => recordPath('invoice', row.invoice.pk)}
        loading={loading}
        empty={
          <EmptyState icon={<Play />} title="No fees in these days">
            No invoice that the rule covers is late enough.
          </EmptyState>
        }
      />
      {count > fees.length && (
        <p className="px-4 py-3 text-ink-3 md:px-6">{`The first ${fees.length} of ${count} fees. The months above count them all.`}</p>
      )}
    </>
  )
}

const Panel = ({ title, rows }: { title: string; rows: readonly (readonly [string, string, string])[] }) => (
  <section className="min-w-0 border-line px-4 py-4 max-lg:not-last:border-b md:px-6 lg:not-last:border-e">
    <h2 className="pb-2 font-semibold">{title}</h2>
    {rows.length === 0 && <p className="text-ink-3">None</p>}
    <ul>
      {rows.map(([label, note, value]) => (
        <li key={`${label} ${value}`} className="flex gap-3 py-1">
          <span className="min-w-0 flex-1">{label}</span>
          <span className="text-ink-3">{note}</span>
          <span className="num min-w-20 text-end font-medium">{value}</span>
        </li>
      ))}
    </ul>
  </section>
)

const Months = ({ months }: Pick<Rehearsal, 'months'>) => (
  <Panel
    title="By month"
    rows={months.map(({ month, currency, count, amount }) => [
      `${MONTH_NAMES[Number(month.slice(5)) - 1]} ${month.slice(0, 4)}`,
      count === 1 ? '1 fee' : `${count} fees`,
      moneyText(amount, currency),
    ])}
  />
)

const Reasons = ({ exempt }: Pick<Rehearsal, 'exempt'>) => (
  <Panel
    title="Not charged"
    rows={exempt.map(({ reason, count }) => [EXEMPTION_TEXTS[reason], '', String(count)])}
  />
)

const columnsOf = (day: (date: string) => string): readonly Column<Fee>[] => [
  { id: 'invoice', header: 'Invoice', cell: (row) => row.invoice.number, rowHeader: true, card: 'title' },
  { id: 'customer', header: 'Customer', cell: (row) => row.customer.short_name, card: 'detail' },
  { id: 'day', header: 'Charged on', width: 10, cell: (row) => day(row.day), card: 'aside' },
  {
    id: 'amount',
    header: 'Fee',
    align: 'end',
    width: 8,
    cell: (row) => moneyText(row.amount, row.currency),
    card: 'value',
  },
]
