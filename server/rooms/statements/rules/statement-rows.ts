import { formatAmount } from '../../../../domain/money/money.ts'
import type { Statement } from '../../../../domain/statements/build-statement.ts'
import type { StatementKind } from '../../../../domain/statements/statement-kind.ts'
import type { StatementPeriod } from '../../../../domain/statements/statement-period.ts'

type Cell = string | number | null

export interface StatementTable {
  readonly columns: readonly string[]
  readonly rows: readonly (readonly Cell[])[]
}

/** Returns a statement as the rows of a file. The last one holds the balance at the end of the period. */
export function toStatementRows(
  kind: StatementKind,
  { from, to }: StatementPeriod,
  currency: string,
  figures: Statement,
): StatementTable {
  const wire = (minor: bigint) => formatAmount(minor, currency)
  const closing = wire(figures.closingMinor)
  if (kind === 'balance_forward')
    return {
      columns: ['Date', 'Entry', 'Amount', 'Balance', 'Currency'],
      rows: [
        [from, 'Opening balance', '', wire(figures.openingMinor), currency],
        ...figures.lines.map((line) => [
          ...[line.bookedOn, line.description, wire(line.amountMinor), wire(line.balanceMinor), currency],
        ]),
        [to, 'Closing balance', '', closing, currency],
      ],
    }
  return {
    columns: ['Date', 'Open item', 'Due date', 'Days past due', 'Remaining', 'Currency'],
    rows: [
      ...figures.openInvoices.map((item) => [
        ...[item.date, `Invoice ${item.number}`, item.dueDate, Math.max(0, item.daysPastDue)],
        ...[wire(item.remainingMinor), currency],
      ]),
      ...figures.openCredits.map((item) => [
        ...[item.date, item.isReceived ? item.number : `Credit memo ${item.number}`, '', ''],
        ...[wire(-item.remainingMinor), currency],
      ]),
      ...(figures.unappliedMinor === 0n
        ? []
        : [['', 'Unapplied payments', '', '', wire(-figures.unappliedMinor), currency]]),
      [to, 'Balance', '', '', closing, currency],
    ],
  }
}
