import type { Ctx } from '../../../../platform/context.ts'
import { issueJointPayLinks, readIssuer } from '../../../invoices/index.ts'
import { readInvoicesPaidTogether } from '../../store/open-invoices.ts'
import type { NewStatement } from '../../store/statements.ts'

type OfCustomer = Pick<NewStatement, 'customer_id' | 'currency' | 'open_count'>

/**
 * Issues one link for each statement that lists several invoices and whose customer still has several open in its currency.
 * Returns the URL of a statement's link; null without one.
 */
export async function linkOpenInvoices(
  ctx: Ctx,
  statements: readonly OfCustomer[],
): Promise<(statement: OfCustomer) => string | null> {
  const listing = statements.filter((one) => one.open_count > 1)
  if (listing.length === 0) return () => null
  const open = await readInvoicesPaidTogether(ctx, [...new Set(listing.map((one) => one.customer_id))])
  const idsOf = new Map(open.map((set) => [keyOf(set.customerId, set.currency), set.invoiceIds]))
  const sets = listing.flatMap((statement) => {
    const invoiceIds = idsOf.get(keyOf(statement.customer_id, statement.currency))
    return invoiceIds ? [{ statement, customerId: statement.customer_id, invoiceIds }] : []
  })
  const links = await issueJointPayLinks(ctx, await readIssuer(ctx), sets)
  const urlOf = new Map(sets.map(({ statement }, at) => [statement, links[at]!.url]))
  return (statement) => urlOf.get(statement) ?? null
}

const keyOf = (customerId: string, currency: string): string => `${customerId} ${currency}`
