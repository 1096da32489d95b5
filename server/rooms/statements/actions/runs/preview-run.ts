import { formatAmount } from '../../../../../domain/money/money.ts'
import type { Ctx, UnitOfWork } from '../../../../platform/context.ts'
import type { Sending } from '../../rules/sending.ts'
import { readStatementCustomers, selectStatementCustomers } from '../../store/statement-customers.ts'
import { selectIssued } from '../../store/statements.ts'
import { canReceive, computeDue } from '../issue/send-to-customers.ts'
import type { StatementOfCustomer } from '../read/read-statement.ts'
import { checkRun, type RunBody } from './check-run.ts'

const PAGE = 100
const MOST_SHOWN = 20

interface PreviewedPage {
  readonly last: string | undefined
  readonly due: readonly StatementOfCustomer[]
  readonly off: number
  readonly noAddress: number
  readonly nothing: number
  readonly sent: number
}

/**
 * Computes whom a run would send statements, with the code that sends them. Reads a page of customers in a transaction, so that
 * a company of many does not hold one for long. Refuses messages beside `from` and `to`.
 */
export async function previewRun(uow: UnitOfWork, body: RunBody) {
  const sending = await uow.read((ctx) => checkRun(ctx, body))
  const totals = new Map<string, { count: number; closingMinor: bigint }>()
  const first: StatementOfCustomer[] = []
  const leftOut = { off: 0, no_address: 0, nothing: 0, sent: 0 }
  let statements = 0
  let customers = 0
  let after: string | null | undefined = null
  while (after !== undefined) {
    const from: string | null = after
    const page: PreviewedPage = await uow.read((ctx) => previewPage(ctx, from, sending))
    leftOut.off += page.off
    leftOut.no_address += page.noAddress
    leftOut.nothing += page.nothing
    leftOut.sent += page.sent
    statements += page.due.length
    customers += new Set(page.due.map(({ customer }) => customer.id)).size
    first.push(...page.due.slice(0, MOST_SHOWN - first.length))
    for (const { currency, figures } of page.due) {
      const { count, closingMinor } = totals.get(currency) ?? { count: 0, closingMinor: 0n }
      totals.set(currency, { count: count + 1, closingMinor: closingMinor + figures.closingMinor })
    }
    after = page.last
  }
  return {
    statements,
    customers,
    totals: [...totals].map(([currency, { count, closingMinor }]) => ({
      currency,
      count,
      closing: formatAmount(closingMinor, currency),
    })),
    left_out: leftOut,
    first: first.map(({ customer, currency, figures }) => ({
      customer: { pk: customer.id, short_name: customer.shortName },
      currency,
      closing: formatAmount(figures.closingMinor, currency),
      to_address: customer.addresses[0]!,
    })),
  }
}

async function previewPage(ctx: Ctx, after: string | null, sending: Sending): Promise<PreviewedPage> {
  const ids = await selectStatementCustomers(ctx, after, PAGE)
  const customers = [...(await readStatementCustomers(ctx, ids)).values()]
  const able = customers.filter(canReceive)
  const off = customers.filter(({ wantsStatements }) => !wantsStatements).length
  const due = await computeDue(ctx, able, sending)
  const issued = await selectIssued(ctx, ids, sending.kind, sending.period)
  const former = new Set(issued.map((row) => `${row.customer_id} ${row.currency}`))
  const fresh = due.filter(({ customer, currency }) => !former.has(`${customer.id} ${currency}`))
  return {
    last: ids.at(-1),
    due: fresh,
    off,
    noAddress: customers.length - off - able.length,
    nothing: able.length - new Set(due.map(({ customer }) => customer.id)).size,
    sent: due.length - fresh.length,
  }
}
