import { type RawBuilder, sql } from 'kysely'
import type { Ctx } from '../../../platform/context.ts'
import { foundIds } from '../../../platform/db/distributed/found-ids.ts'
import { likePattern, selectivePattern } from '../../../platform/db/search.ts'

/** One condition for invoices `i` and for receivables `r`. */
export interface Match {
  readonly amongInvoices: RawBuilder<boolean>
  readonly amongOwed: RawBuilder<boolean>
}

/** Conditions for the matches of a search. */
export interface Found {
  /** Lists the matching rows, for index lookups. The cost grows with the number of matches. */
  readonly atOnce: Match
  /** Checks each row, for reads in any order. The cost grows with the number of rows read. */
  readonly onTheWay: Match
  /** The same matches in two disjoint parts. The counters `t` in `scopes` cover the first one. */
  readonly byCustomer: (Match & { readonly scopes: RawBuilder<boolean> }) | null
  readonly byNumberAlone: Match | null
  /** Ids of all matches by number, when there are too many to pass as parameters. */
  readonly everyNumber: RawBuilder<unknown> | null
}

/** Above these limits, ids are not passed as parameters and the database searches again. */
const MAX_INVOICES = 2000
const MAX_CUSTOMERS = 200

/**
 * Searches numbers and customers' names and addresses with the trigram indexes. Among one customer's
 * invoices only the number is searched.
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
  const rare = selectivePattern(text)
  const result = await sql<{ invoices: string[]; customers: string[] }>`
    select array(select find_invoice_ids(${pattern}, ${rare}, ${MAX_INVOICES + 1})) as invoices,
      array(select find_customer_ids(${pattern}, ${MAX_CUSTOMERS + 1})) as customers`.execute(ctx.db)
  const { invoices, customers } = result.rows[0]!
  const everyNumber =
    invoices.length > MAX_INVOICES
      ? await foundIds(ctx, sql`find_invoice_ids(${pattern}, ${rare}, null)`)
      : null
  const number = everyNumber ? manyNumbers(everyNumber) : theseNumbers(invoices)
  if (customers.length === 0)
    return { atOnce: number, onTheWay, byCustomer: null, byNumberAlone: number, everyNumber }
  const many = customers.length > MAX_CUSTOMERS
  const byCustomer = ofCustomers(
    many
      ? sql`= any(array(${await foundIds(ctx, sql`find_customer_ids(${pattern}, null)`)}))`
      : sql`= any(${customers}::uuid[])`,
  )
  const ofCustomerOnTheWay = many ? customerOnTheWay(pattern) : perRow(byCustomer)
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

/** A condition for one customer's invoices, and how many open ones match when that is known without reading them. */
export interface CountedMatch extends Match {
  readonly openCount: number | null
}

/**
 * Returns the condition for one customer's invoices whose number contains the text. Uses the indexes, unless
 * the account has very many matches or the customer has few invoices; then the customer's invoices are read
 * instead. A text that nearly all numbers begin with is counted by the numbers that don't.
 */
async function searchNumbers(ctx: Ctx, text: string, customerId: string): Promise<CountedMatch> {
  const pattern = likePattern(text)
  const openCount = await countByBeginning(ctx, text, customerId)
  if (openCount !== null) return { ...numberOnTheWay(pattern), openCount }
  const found = await foundIds(
    ctx,
    sql`find_invoice_ids(${pattern}, ${selectivePattern(text)}, ${MAX_INVOICES + 1})`,
  )
  const result = await sql<{ ids: string[] | null }>`
    select case when (select sum(t.invoices) from invoice_tallies t
        where t.account_id = ${ctx.accountId} and t.scope_id = ${customerId} and t.kind <> 'owed') > ${MAX_INVOICES}
      then array(${found}) end as ids`.execute(ctx.db)
  const { ids } = result.rows[0]!
  const match = ids === null || ids.length > MAX_INVOICES ? numberOnTheWay(pattern) : theseNumbers(ids)
  return { ...match, openCount: null }
}

/** Number of matches among one customer's very many invoices beyond which a search stops. */
const MAX_OF_CUSTOMER = 500

/** A counted condition. Cut when the search stopped: more invoices match than these. */
export interface BoundedMatch extends CountedMatch {
  readonly isCut: boolean
}

/**
 * Returns the condition for one customer's open invoices whose number contains the text, for a customer who
 * may have very many: then it admits 500 matches at most, so that the cost doesn't grow with the
 * customer.
 */
export async function searchNumbersBounded(
  ctx: Ctx,
  text: string,
  customerId: string,
): Promise<BoundedMatch> {
  const openCount = await countByBeginning(ctx, text, customerId)
  const pattern = likePattern(text)
  if (openCount !== null) return { ...numberOnTheWay(pattern), openCount, isCut: false }
  const found = await foundIds(
    ctx,
    sql`find_customer_invoice_ids(${customerId}, ${pattern}, ${selectivePattern(text)}, ${MAX_OF_CUSTOMER + 1})`,
  )
  const { rows } = await sql<{ ids: string[] | null }>`
    select case when (select sum(t.invoices) from invoice_tallies t
        where t.account_id = ${ctx.accountId} and t.scope_id = ${customerId} and t.kind = 'open') > ${MAX_INVOICES}
      then array(${found}) end as ids`.execute(ctx.db)
  const { ids } = rows[0]!
  if (ids === null) return { ...numberOnTheWay(pattern), openCount: null, isCut: false }
  const first = ids.slice(0, MAX_OF_CUSTOMER)
  return { ...theseNumbers(first), openCount: first.length, isCut: ids.length > first.length }
}

/**
 * Counts a customer's open invoices whose number contains a text that most of them begin with, such as INV-: all of
 * them, less those that begin otherwise and don't contain it. Null when too many begin otherwise, or when the text
 * has digits, which the order of numbers pads.
 */
async function countByBeginning(ctx: Ctx, text: string, customerId: string): Promise<number | null> {
  const first = text.toLowerCase()
  const beyond = textAfter(first)
  if (beyond === null || /\p{N}/u.test(first)) return null
  const among = sql`select i.number from invoices i
    where i.account_id = ${ctx.accountId} and i.customer_id = ${customerId} and i.state = 'open'`
  const limit = sql`limit ${MAX_INVOICES + 1}`
  const { rows } = await sql<{ all: number; others: number; without: number }>`
    select (select coalesce(sum(t.invoices), 0)::int from invoice_tallies t
        where t.account_id = ${ctx.accountId} and t.scope_id = ${customerId} and t.kind = 'open') as "all",
      count(*)::int as others, count(*) filter (where lower(o.number) not like ${likePattern(text)})::int as without
    from ((${among} and i.number_key < ${first} ${limit}) union all (${among} and i.number_key >= ${beyond} ${limit})) o`.execute(
    ctx.db,
  )
  const { all, others, without } = rows[0]!
  return others > MAX_INVOICES ? null : all - without
}

/** Returns the least text, in the order of code points, that is greater than all that begin with this one. */
function textAfter(text: string): string | null {
  const last = [...text].at(-1)?.codePointAt(0)
  // No text ends below the surrogates or above the last code point.
  if (last === undefined || last === 0xd7ff || last === 0x10ffff) return null
  return text.slice(0, text.length - String.fromCodePoint(last).length) + String.fromCodePoint(last + 1)
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
 * The planner estimates a thousand rows for the function. `is true` prevents a lookup of the receivable for
 * each of up to a hundred thousand matches; the owed receivables are fewer and are read instead.
 */
const manyNumbers = (all: RawBuilder<unknown>): Match => ({
  amongInvoices: sql<boolean>`i.id in (${all})`,
  amongOwed: sql<boolean>`(r.invoice_id in (${all})) is true`,
})

// A subquery per row, which no index can serve: without knowing how many rows match, the planner would fetch
// all matches even when one row in ten matches.
const customerOnTheWay = (pattern: string): Match => {
  const asked = (owner: RawBuilder<unknown>, account: RawBuilder<unknown>) =>
    sql<boolean>`(select c.search_text like ${pattern} from customers c where c.account_id = ${account} and c.id = ${owner})`
  return {
    amongInvoices: asked(sql`i.customer_id`, sql`i.account_id`),
    amongOwed: asked(sql`r.customer_id`, sql`r.account_id`),
  }
}

// `is true` prevents the planner from fetching all matches by an index, as above.
const perRow = (match: Match): Match => ({
  amongInvoices: sql<boolean>`(${match.amongInvoices}) is true`,
  amongOwed: sql<boolean>`(${match.amongOwed}) is true`,
})

const numberOnTheWay = (pattern: string): Match => ({
  amongInvoices: sql<boolean>`lower(i.number) like ${pattern}`,
  amongOwed: sql<boolean>`(select lower(n.number) like ${pattern} from invoices n where n.account_id = r.account_id and n.id = r.invoice_id)`,
})
