import type { DateFormat } from '../../../domain/dates/calendar.ts'
import { formatDate } from '../../ui/language/format-date.ts'
import { t } from '../../ui/language/text.ts'
import { type Column, DataTable } from '../../ui/table/data-table.tsx'
import { isSome, moneyText } from '../../ui/text/money-text.ts'
import type { Statement } from './use-statement.ts'

interface Row {
  readonly key: string
  readonly name: string
  readonly date: string | null
  readonly amount: string
  /** Due date of an open item, and the balance after an entry. */
  readonly more: string
}

/** Credit lowers the balance, so it is shown below zero. */
const negative = (amount: string): string => (amount.startsWith('-') ? amount.slice(1) : `-${amount}`)

/** The open items or the entries of a statement. */
export function StatementTable({
  statement,
  dateFormat,
  loading,
}: {
  statement: Statement
  dateFormat: DateFormat
  loading: boolean
}) {
  const { currency, kind } = statement
  const isOpenItem = kind === 'open_item'
  const money = (amount: string): string => moneyText(amount, currency, false)
  const day = (date: string): string => formatDate(date, dateFormat)
  const columns: readonly Column<Row>[] = [
    {
      id: 'name',
      header: isOpenItem ? t('Open item') : t('Entry'),
      rowHeader: true,
      card: 'title',
      cell: (row) => row.name,
    },
    {
      id: 'date',
      header: t('Date'),
      card: 'detail',
      cell: (row) => (row.date === null ? '' : day(row.date)),
    },
    {
      id: 'more',
      header: isOpenItem ? t('Due', { context: 'date of an amount' }) : t('Balance'),
      align: isOpenItem ? 'start' : 'end',
      card: 'aside',
      cell: (row) => row.more,
    },
    {
      id: 'amount',
      header: isOpenItem ? t('Remaining') : t('Amount'),
      unit: currency,
      align: 'end',
      card: 'value',
      cell: (row) => money(row.amount),
    },
  ]
  return (
    <DataTable
      label={isOpenItem ? t('Open items') : t('Entries')}
      columns={columns}
      rows={isOpenItem ? openItems(statement, day) : entries(statement, money)}
      rowKey={(row) => row.key}
      loading={loading}
    />
  )
}

const entries = ({ lines }: Statement, money: (amount: string) => string): Row[] =>
  lines.map((line) => ({
    key: line.pk,
    name: line.description,
    date: line.date,
    amount: line.amount,
    more: money(line.balance),
  }))

const openItems = (statement: Statement, day: (date: string) => string): Row[] => [
  ...statement.open_invoices.map((item) => ({
    key: item.pk,
    name: t('Invoice {number}', { number: item.number }),
    date: item.date,
    amount: item.remaining,
    more: day(item.due_date),
  })),
  ...statement.open_credits.map((item) => ({
    key: item.pk,
    name: item.received ? item.number : t('Credit memo {number}', { number: item.number }),
    date: item.date,
    amount: negative(item.remaining),
    more: '',
  })),
  ...(isSome(statement.unapplied)
    ? [
        {
          key: 'unapplied',
          name: t('Unapplied payments'),
          date: null,
          amount: negative(statement.unapplied),
          more: '',
        },
      ]
    : []),
]
