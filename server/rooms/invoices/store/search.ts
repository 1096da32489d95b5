import { type RawBuilder, sql } from 'kysely'
import type { Ctx } from '../../../platform/context.ts'
import { likePattern } from '../../../platform/db/search.ts'

/** What a search comes to, as conditions on invoices `i` and on receivables `r`. */
export interface Found {
  readonly amongInvoices: RawBuilder<boolean>
  readonly amongOwed: RawBuilder<boolean>
  /** The conditions look at customers `c`. */
  readonly needsCustomers: boolean
  /** The condition on receivables looks at their invoices `i`. */
  readonly needsInvoices: boolean
}

/** More matches than these are not gathered first, but found along the way. */
const MOST_INVOICES = 2000
const MOST_CUSTOMERS = 200

/**
 * Finds a text in numbers and in customers' names and addresses. The trigram indexes give the few that match; where
 * they are many, rows are looked at in turn. Among one customer's invoices only the number counts.
 */
export async function searchInvoices(
  ctx: Ctx,
  text: string,
  customerId: string | undefined,
): Promise<Found | null> {
  if (text === '') return null
  const pattern = likePattern(text)
  const byNumber = sql<boolean>`lower(i.number) like ${pattern}`
  if (customerId !== undefined)
    return { amongInvoices: byNumber, amongOwed: byNumber, needsCustomers: false, needsInvoices: true }
  const result = await sql<{ invoices: string[]; customers: string[] }>`
    select array(select find_invoice_ids(${pattern}, ${likePattern(rarePart(text))}, ${MOST_INVOICES + 1})) as invoices,
      array(select find_customer_ids(${pattern}, ${MOST_CUSTOMERS + 1})) as customers`.execute(ctx.db)
  const { invoices, customers } = result.rows[0]!
  const manyInvoices = invoices.length > MOST_INVOICES
  const manyCustomers = customers.length > MOST_CUSTOMERS
  const either = (table: 'i' | 'r') => {
    const id = table === 'i' ? sql`i.id` : sql`r.invoice_id`
    const owner = table === 'i' ? sql`i.customer_id` : sql`r.customer_id`
    const number = manyInvoices ? byNumber : sql<boolean>`${id} = any(${invoices}::uuid[])`
    const customer = manyCustomers
      ? sql<boolean>`c.search_text like ${pattern}`
      : sql<boolean>`${owner} = any(${customers}::uuid[])`
    if (customers.length === 0) return number
    return invoices.length === 0 ? customer : sql<boolean>`(${number} or ${customer})`
  }
  return {
    amongInvoices: either('i'),
    amongOwed: either('r'),
    needsCustomers: manyCustomers,
    needsInvoices: manyInvoices,
  }
}

/** Figures tell numbers apart better than the letters before them: the longest run of them, if there is one to speak of. */
function rarePart(text: string): string {
  const runs = text.match(/\d{3,}/g) ?? []
  return runs.reduce((longest, run) => (run.length > longest.length ? run : longest), '') || text
}
