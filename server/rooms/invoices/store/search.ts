import { type RawBuilder, sql } from 'kysely'
import type { Ctx } from '../../../platform/context.ts'
import { likePattern, rarePattern } from '../../../platform/db/search.ts'

/** One condition, on invoices `i` and on receivables `r`. */
export interface Match {
  readonly amongInvoices: RawBuilder<boolean>
  readonly amongOwed: RawBuilder<boolean>
}

/** What a search comes to. */
export interface Found {
  /** Names the matching rows, for the indexes to fetch: costs as much as there are matches. */
  readonly atOnce: Match
  /** Tells of a row whether it matches, whatever order rows are read in: costs as much as rows are passed by. */
  readonly onTheWay: Match
  /** The same in two parts that have nothing in common; of the first, whose `scopes` the kept tallies `t` count. */
  readonly byCustomer: (Match & { readonly scopes: RawBuilder<boolean> }) | null
  readonly byNumberAlone: Match | null
  /** The ids of all whose number matches, where they are too many to be carried to and fro. */
  readonly everyNumber: RawBuilder<unknown> | null
}

/** More matches than these are not carried to and fro: the database finds them again where they are wanted. */
const MOST_INVOICES = 2000
const MOST_CUSTOMERS = 200

/**
 * Finds a text in numbers and in customers' names and addresses, by the trigram indexes. Among one customer's invoices
 * only the number counts.
 */
export async function searchInvoices(
  ctx: Ctx,
  text: string,
  customerId: string | undefined,
): Promise<Found | null> {
  if (text === '') return null
  const pattern = likePattern(text)
  const onTheWay = numberOnTheWay(pattern)
  if (customerId !== undefined) {
    const number = await searchNumbers(ctx, text, customerId)
    return { atOnce: number, onTheWay, byCustomer: null, byNumberAlone: number, everyNumber: null }
  }
  const rare = rarePattern(text)
  const result = await sql<{ invoices: string[]; customers: string[] }>`
    select array(select find_invoice_ids(${pattern}, ${rare}, ${MOST_INVOICES + 1})) as invoices,
      array(select find_customer_ids(${pattern}, ${MOST_CUSTOMERS + 1})) as customers`.execute(ctx.db)
  const { invoices, customers } = result.rows[0]!
  const everyNumber =
    invoices.length > MOST_INVOICES ? sql`select find_invoice_ids(${pattern}, ${rare}, null)` : null
  const number = everyNumber ? manyNumbers(everyNumber) : theseNumbers(invoices)
  if (customers.length === 0)
    return { atOnce: number, onTheWay, byCustomer: null, byNumberAlone: number, everyNumber }
  const many = customers.length > MOST_CUSTOMERS
  const byCustomer = ofCustomers(
    many ? sql`= any(array(select find_customer_ids(${pattern}, null)))` : sql`= any(${customers}::uuid[])`,
  )
  const ofCustomerOnTheWay = many ? customerOnTheWay(pattern) : askedOnTheWay(byCustomer)
  if (invoices.length === 0)
    return {
      atOnce: byCustomer,
      onTheWay: ofCustomerOnTheWay,
      byCustomer,
      byNumberAlone: null,
      everyNumber,
    }
  return {
    atOnce: together(number, sql`or`, byCustomer),
    onTheWay: together(onTheWay, sql`or`, ofCustomerOnTheWay),
    byCustomer,
    byNumberAlone: together(number, sql`and not`, byCustomer),
    everyNumber,
  }
}

/**
 * What tells the invoices of one customer whose number has the text: the indexes, unless very many of the account have it,
 * or the customer's own are few: these are the shorter list then, and are read through.
 */
export async function searchNumbers(ctx: Ctx, text: string, customerId: string): Promise<Match> {
  const pattern = likePattern(text)
  const result = await sql<{ ids: string[] | null }>`
    select case when (select sum(t.invoices) from invoice_tallies t
        where t.account_id = ${ctx.accountId} and t.scope_id = ${customerId} and t.kind <> 'owed') > ${MOST_INVOICES}
      then array(select find_invoice_ids(${pattern}, ${rarePattern(text)}, ${MOST_INVOICES + 1})) end as ids`.execute(
    ctx.db,
  )
  const { ids } = result.rows[0]!
  return ids === null || ids.length > MOST_INVOICES ? numberOnTheWay(pattern) : theseNumbers(ids)
}

const ofCustomers = (among: RawBuilder<unknown>) => ({
  amongInvoices: sql<boolean>`i.customer_id ${among}`,
  amongOwed: sql<boolean>`r.customer_id ${among}`,
  scopes: sql<boolean>`t.scope_id ${among}`,
})

const together = (one: Match, how: RawBuilder<unknown>, other: Match): Match => ({
  amongInvoices: sql<boolean>`(${one.amongInvoices} ${how} ${other.amongInvoices})`,
  amongOwed: sql<boolean>`(${one.amongOwed} ${how} ${other.amongOwed})`,
})

const theseNumbers = (ids: readonly string[]): Match => ({
  amongInvoices: sql<boolean>`i.id = any(${ids}::uuid[])`,
  amongOwed: sql<boolean>`r.invoice_id = any(${ids}::uuid[])`,
})

/**
 * The planner takes the function for a thousand rows. `is true` keeps it from fetching what is owed on each of what may be
 * a hundred thousand: what is owed at all is the shorter list, and is read through.
 */
const manyNumbers = (all: RawBuilder<unknown>): Match => ({
  amongInvoices: sql<boolean>`i.id in (${all})`,
  amongOwed: sql<boolean>`(r.invoice_id in (${all})) is true`,
})

// Asked as a question about each row, which no index could answer: the planner knows nothing of how many rows match, and
// would gather them all where every tenth row does.
const customerOnTheWay = (pattern: string): Match => {
  const asked = (owner: RawBuilder<unknown>, account: RawBuilder<unknown>) =>
    sql<boolean>`(select c.search_text like ${pattern} from customers c where c.account_id = ${account} and c.id = ${owner})`
  return {
    amongInvoices: asked(sql`i.customer_id`, sql`i.account_id`),
    amongOwed: asked(sql`r.customer_id`, sql`r.account_id`),
  }
}

// `is true` keeps the planner from gathering all that match by an index, as above.
const askedOnTheWay = (match: Match): Match => ({
  amongInvoices: sql<boolean>`(${match.amongInvoices}) is true`,
  amongOwed: sql<boolean>`(${match.amongOwed}) is true`,
})

const numberOnTheWay = (pattern: string): Match => ({
  amongInvoices: sql<boolean>`lower(i.number) like ${pattern}`,
  amongOwed: sql<boolean>`(select lower(n.number) like ${pattern} from invoices n where n.account_id = r.account_id and n.id = r.invoice_id)`,
})
