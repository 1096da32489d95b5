import { sql } from 'kysely'
import type { CalendarDate } from '../../../../domain/dates/calendar.ts'
import type { BaseCtx } from '../../../platform/context.ts'

export interface OwedIn {
  readonly currency: string
  readonly owedMinor: bigint
  readonly overdueMinor: bigint
}

export interface CompanyFigures {
  /** By currency, in alphabetical order; empty when nothing is owed. */
  readonly owed: readonly OwedIn[]
  readonly overdueInvoices: number
  readonly tasksDue: number
}

export const NO_FIGURES: CompanyFigures = { owed: [], overdueInvoices: 0, tasksDue: 0 }

interface Row {
  account_id: string
  currency: string | null
  owed_minor: bigint
  overdue_minor: bigint
  overdue_invoices: number
  tasks_due: number
}

/**
 * Reads the kept figures of companies, each as of its own day, in one statement. The transaction must have the person's id set; the
 * database leaves out companies in which they don't work.
 */
export async function readCompanyFigures(
  ctx: BaseCtx,
  companies: readonly { readonly id: string; readonly today: CalendarDate }[],
): Promise<Map<string, CompanyFigures>> {
  const { rows } = await sql<Row>`
    select * from figures_of_companies(${companies.map(({ id }) => id)}::uuid[], ${companies.map(({ today }) => today)}::date[])
    order by account_id, currency nulls last`.execute(ctx.db)
  const byAccount = Map.groupBy(rows, (row) => row.account_id)
  return new Map([...byAccount].map(([account, ofOne]) => [account, figuresOf(ofOne)]))
}

function figuresOf(rows: readonly Row[]): CompanyFigures {
  return {
    owed: rows.flatMap(({ currency, owed_minor: owedMinor, overdue_minor: overdueMinor }) =>
      currency === null ? [] : [{ currency, owedMinor, overdueMinor }],
    ),
    overdueInvoices: rows.reduce((sum, row) => sum + row.overdue_invoices, 0),
    tasksDue: rows.reduce((sum, row) => sum + row.tasks_due, 0),
  }
}
