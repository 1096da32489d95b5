import { formatDate } from '../../../domain/dates/calendar.ts'
import { AGING_BUCKETS } from '../../../domain/invoices/aging.ts'
import { useAccount } from '../../session/account-context.ts'
import { type Column, DataTable } from '../../ui/table/data-table.tsx'
import { AGING_LABELS, AGING_TONES, AgingBar } from '../../ui/text/aging-bar.tsx'
import { minorOf, moneyText } from '../../ui/text/money-text.ts'
import { recordPath } from '../paths.ts'
import type { Statement } from './use-statement.ts'

/** Balance, aging, and the entries or open items of a statement. */
export function StatementFigures({ statement, loading }: { statement: Statement; loading: boolean }) {
  return (
    <>
      <Balance statement={statement} />
      {statement.kind === 'open_item' ? (
        <OpenItems statement={statement} loading={loading} />
      ) : (
        <Entries statement={statement} loading={loading} />
      )}
    </>
  )
}

function Balance({ statement }: { statement: Statement }) {
  const { date_format } = useAccount()
  const { currency, aging } = statement
  const whole = Number(minorOf(aging.total, currency))
  return (
    <section className="grid gap-4 border-y border-line p-4 md:p-6" aria-label="Balance">
      <div className="flex flex-wrap items-baseline gap-x-6 gap-y-1">
        <p className="num text-32 font-semibold tracking-tight">{moneyText(statement.closing, currency)}</p>
        <p className="text-ink-2">
          Balance on {formatDate(statement.to, date_format)}, {moneyText(statement.opening, currency)} before{' '}
          {formatDate(statement.from, date_format)}
        </p>
      </div>
      <AgingBar
        label="Open invoices by age"
        segments={AGING_BUCKETS.map((bucket) => ({
          id: bucket,
          label: AGING_LABELS[bucket],
          tone: AGING_TONES[bucket],
          share: whole === 0 ? 0 : Number(minorOf(aging[bucket], currency)) / whole,
          amount: moneyText(aging[bucket], currency, false),
        }))}
      />
    </section>
  )
}

interface Item {
  readonly key: string
  readonly name: string
  readonly href: string
  readonly date: string | null
  readonly due: string | null
  readonly late: number
  readonly amount: string
}

/** Credit lowers the balance, so it is shown below zero. */
const negative = (amount: string): string => (amount.startsWith('-') ? amount.slice(1) : `-${amount}`)

const itemsOf = ({ customer, open_invoices, open_credits, unapplied, currency }: Statement): Item[] => [
  ...open_invoices.map((item) => ({
    key: item.pk,
    name: `Invoice ${item.number}`,
    href: recordPath('invoice', item.pk),
    date: item.date,
    due: item.due_date,
    late: item.days_past_due,
    amount: item.remaining,
  })),
  ...open_credits.map((item) => ({
    key: item.pk,
    name: item.received ? item.number : `Credit memo ${item.number}`,
    href: `/credit-memos/${item.pk}`,
    date: item.date,
    due: null,
    late: 0,
    amount: negative(item.remaining),
  })),
  ...(minorOf(unapplied, currency) === 0n
    ? []
    : [
        {
          key: 'unapplied',
          name: 'Unapplied payments',
          href: recordPath('customer', customer.pk),
          date: null,
          due: null,
          late: 0,
          amount: negative(unapplied),
        },
      ]),
]

function OpenItems({ statement, loading }: { statement: Statement; loading: boolean }) {
  const { date_format } = useAccount()
  const day = (date: string | null): string => (date === null ? '' : formatDate(date, date_format))
  const columns: readonly Column<Item>[] = [
    { id: 'name', header: 'Open item', cell: (row) => row.name, rowHeader: true, card: 'title' },
    { id: 'date', header: 'Date', width: 9, cell: (row) => day(row.date), card: 'hidden' },
    { id: 'due', header: 'Due', width: 9, cell: (row) => day(row.due), card: 'detail' },
    {
      id: 'late',
      header: 'Days past due',
      align: 'end',
      width: 8,
      cell: (row) => (row.late > 0 ? row.late : ''),
      card: 'hidden',
    },
    {
      id: 'amount',
      header: 'Remaining',
      align: 'end',
      unit: statement.currency,
      width: 9,
      card: 'value',
      text: (row) => moneyText(row.amount, statement.currency, false),
      cell: (row) => moneyText(row.amount, statement.currency, false),
    },
  ]
  return (
    <DataTable
      label="Open items"
      columns={columns}
      rows={itemsOf(statement)}
      rowKey={(row) => row.key}
      rowHref={(row) => row.href}
      loading={loading}
    />
  )
}

type Line = Statement['lines'][number]

function Entries({ statement, loading }: { statement: Statement; loading: boolean }) {
  const { date_format } = useAccount()
  const money = (amount: string): string => moneyText(amount, statement.currency, false)
  const columns: readonly Column<Line>[] = [
    { id: 'entry', header: 'Entry', cell: (row) => row.description, rowHeader: true, card: 'title' },
    {
      id: 'date',
      header: 'Date',
      width: 9,
      cell: (row) => formatDate(row.date, date_format),
      card: 'detail',
    },
    {
      id: 'amount',
      header: 'Amount',
      align: 'end',
      unit: statement.currency,
      width: 9,
      card: 'value',
      text: (row) => money(row.amount),
      cell: (row) => money(row.amount),
    },
    {
      id: 'balance',
      header: 'Balance',
      align: 'end',
      unit: statement.currency,
      width: 9,
      card: 'aside',
      text: (row) => money(row.balance),
      cell: (row) => money(row.balance),
    },
  ]
  return (
    <DataTable
      label="Entries"
      columns={columns}
      rows={statement.lines}
      rowKey={(row) => row.pk}
      loading={loading}
    />
  )
}
