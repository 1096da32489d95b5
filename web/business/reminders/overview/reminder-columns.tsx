import type { Column } from '../../../ui/table/data-table.tsx'
import { moneyText } from '../../../ui/text/money-text.ts'
import { namesOf } from './names-of.ts'

/** A row of a list of messages. */
interface MessageRow {
  readonly customer: { readonly short_name: string }
  readonly step: string
  readonly invoices: readonly { readonly number: string }[]
}

/** Columns of every list of messages: customer, step and invoices. */
export const messageColumns = <Row extends MessageRow>(): readonly Column<Row>[] => [
  {
    id: 'customer',
    header: 'Customer',
    cell: (row) => row.customer.short_name,
    text: (row) => row.customer.short_name,
    rowHeader: true,
    card: 'title',
  },
  {
    id: 'step',
    header: 'Step',
    width: 8.5,
    cell: (row) => row.step,
    text: (row) => row.step,
    card: 'detail',
  },
  {
    id: 'invoices',
    header: 'Invoices',
    width: 9.5,
    cell: (row) => namesOf(row.invoices),
    text: (row) => namesOf(row.invoices),
    hideBelow: 'lg',
  },
]

interface AmountRow {
  readonly remaining: string
  readonly currency: string
  readonly is_thanks?: boolean
}

/** Column of the amount that is due, or was paid, with its currency. */
export const amountColumn = <Row extends AmountRow>(): Column<Row> => ({
  id: 'remaining',
  header: 'Amount',
  align: 'end',
  width: 8,
  cell: (row) => `${moneyText(row.remaining, row.currency, true)}${row.is_thanks ? ' paid' : ' due'}`,
  card: 'value',
})
