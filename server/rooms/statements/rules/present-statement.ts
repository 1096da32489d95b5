import type { StatementReply } from '../../../../contract/statements/statements.ts'
import { AGING_BUCKETS } from '../../../../domain/invoices/aging.ts'
import { formatAmount, sumMinor } from '../../../../domain/money/money.ts'
import { isEmptyStatement, type Statement } from '../../../../domain/statements/build-statement.ts'

type Figures = Omit<StatementReply, 'customer' | 'kind' | 'currencies' | 'from' | 'to'>

/** Presents the figures of a statement as the API shows them. */
export function presentFigures(figures: Statement, currency: string): Figures {
  const wire = (minor: bigint) => formatAmount(minor, currency)
  const { aging, owedMinor } = figures
  return {
    currency,
    is_empty: isEmptyStatement(figures),
    opening: wire(figures.openingMinor),
    closing: wire(figures.closingMinor),
    owed: wire(owedMinor),
    credit: wire(sumMinor(figures.openCredits.map((credit) => credit.remainingMinor))),
    unapplied: wire(figures.unappliedMinor),
    lines: figures.lines.map(({ entryId, kind, bookedOn, description, amountMinor, balanceMinor }) => ({
      pk: entryId,
      kind,
      date: bookedOn,
      description,
      amount: wire(amountMinor),
      balance: wire(balanceMinor),
    })),
    open_invoices: figures.openInvoices.map((invoice) => ({
      pk: invoice.invoiceId,
      number: invoice.number,
      date: invoice.date,
      due_date: invoice.dueDate ?? invoice.date,
      remaining: wire(invoice.remainingMinor),
      days_past_due: invoice.daysPastDue,
    })),
    open_credits: figures.openCredits.map(({ creditMemoId, number, isReceived, date, remainingMinor }) => ({
      pk: creditMemoId,
      number,
      received: isReceived,
      date,
      remaining: wire(remainingMinor),
    })),
    aging: { currency, ...presentAging(aging, wire), total: wire(owedMinor) },
  }
}

type Aging = Statement['aging']

function presentAging(aging: Aging, wire: (minor: bigint) => string) {
  const [current, days_30, days_60, days_90, over_90] = AGING_BUCKETS.map((bucket) => wire(aging[bucket]))
  return {
    current: current!,
    days_30: days_30!,
    days_60: days_60!,
    days_90: days_90!,
    over_90: over_90!,
  }
}
