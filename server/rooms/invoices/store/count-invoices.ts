import { type RawBuilder, sql } from 'kysely'
import type { Filter } from '../../../../contract/filters.ts'
import { daysBetween } from '../../../../domain/dates/calendar.ts'
import type { Ctx } from '../../../platform/context.ts'
import { readCounters, type Sum } from './counters.ts'
import type { Found } from './search.ts'
import {
  admitsZero,
  type Chosen,
  invoicesOf,
  isOwed,
  isPlain,
  isSettled,
  owedOf,
  type Source,
} from './selection.ts'

/** Number of selected invoices, and owed amounts by currency. */
export interface Count {
  readonly count: number
  readonly sums: Sum[]
}

/** A part of the selection that is counted separately. */
interface Part {
  readonly chosen: Chosen
  /** Condition on counters `t` for exactly these invoices; null when no counters cover them. */
  readonly scopes: RawBuilder<boolean> | null
  /** Ids of all number matches before filters and view, when there are many. */
  readonly everyNumber: RawBuilder<unknown> | null
}

/**
 * Counts a selection that is not plain and sums what is owed. Reads the counters where they suffice, and
 * rows for the rest. `all` is the account's number of invoices.
 */
export async function countChosen(
  ctx: Ctx,
  chosen: Chosen,
  found: Found | null,
  all: number,
): Promise<Count> {
  const counts = await Promise.all(partsOf(ctx, chosen, found).map((part) => countPart(ctx, part, all)))
  const sums = new Map<string, Sum>()
  for (const sum of counts.flatMap((one) => one.sums))
    sums.set(sum.currency, add(sum, sums.get(sum.currency)))
  return {
    count: counts.reduce((count, one) => count + one.count, 0),
    sums: [...sums.values()].sort((a, b) => (a.currency < b.currency ? -1 : 1)),
  }
}

function partsOf(ctx: Ctx, chosen: Chosen, found: Found | null): Part[] {
  if (!found) {
    const scope = chosen.selection.customerId ?? ctx.accountId
    return [{ chosen, scopes: sql<boolean>`t.scope_id = ${scope}`, everyNumber: null }]
  }
  const { byCustomer, byNumberAlone, everyNumber } = found
  if (!byCustomer) return [{ chosen: { ...chosen, match: found.atOnce }, scopes: null, everyNumber }]
  const ofCustomers = {
    chosen: { ...chosen, match: byCustomer },
    scopes: byCustomer.scopes,
    everyNumber: null,
  }
  if (!byNumberAlone) return [ofCustomers]
  return [ofCustomers, { chosen: { ...chosen, match: byNumberAlone }, scopes: null, everyNumber: null }]
}

const add = (one: Sum, other: Sum | undefined): Sum =>
  other === undefined
    ? one
    : {
        currency: one.currency,
        count: one.count + other.count,
        remainingMinor: one.remainingMinor + other.remainingMinor,
        pastDueMinor: one.pastDueMinor + other.pastDueMinor,
      }

async function countPart(ctx: Ctx, part: Part, all: number): Promise<Count> {
  const { chosen, everyNumber } = part
  const { selection } = chosen
  const onlySearched = isPlain({ ...selection, search: '' }) && selection.aging === undefined
  if (everyNumber && onlySearched && selection.view === 'all') return countNumbers(ctx, chosen, everyNumber)
  const anyRemaining = withoutRemaining(chosen)
  const byRemaining = anyRemaining.selection.filters.length < selection.filters.length
  const counted = await readCounters(ctx, anyRemaining, part.scopes)
  const owedOfAny = async () => counted.owed ?? (await sumOwed(ctx, anyRemaining))
  const sums = isSettled(selection) ? [] : byRemaining ? await sumOwed(ctx, chosen) : await owedOfAny()
  const owed = countOf(sums)
  if (isOwed(selection) || !admitsZero(selection)) return { count: owed, sums }
  const count = counted.count ?? (await countRows(ctx, anyRemaining, all))
  if (isSettled(selection) || !byRemaining) return { count, sums }
  // Settled invoices pass the filter; owed ones pass only if they were just counted.
  return { count: count - countOf(await owedOfAny()) + owed, sums }
}

const countOf = (sums: readonly Sum[]): number => sums.reduce((sum, one) => sum + one.count, 0)

const withoutRemaining = (chosen: Chosen): Chosen => ({
  ...chosen,
  selection: {
    ...chosen.selection,
    filters: chosen.selection.filters.filter((filter) => filter.name !== 'remaining'),
  },
})

/** Counts the complement of a single date filter when that is smaller. */
async function countRows(ctx: Ctx, chosen: Chosen, all: number): Promise<number> {
  const { selection, match } = chosen
  const [filter, ...others] = selection.filters
  const alone = selection.view === 'all' && selection.customerId === undefined && match === null
  if (!alone || !filter || others.length > 0 || !(await passesMost(ctx, filter)))
    return countInvoices(ctx, chosen)
  const rest = { ...filter, exclude: !filter.exclude }
  return all - (await countInvoices(ctx, { ...chosen, selection: { ...selection, filters: [rest] } }))
}

const DATES: Readonly<Record<string, RawBuilder<unknown>>> = {
  due_date: sql`i.due_date`,
  invoice_date: sql`i.invoice_date`,
}

/**
 * Estimates whether a date filter admits most invoices, assuming that they are spread evenly over their
 * days.
 */
async function passesMost(ctx: Ctx, { name, operator, argument, exclude }: Filter): Promise<boolean> {
  const date = DATES[name]
  if (!date) return false
  const result = await sql<{ first: string | null; last: string }>`
    select min(${date}) as first, max(${date}) as last from invoices i where i.account_id = ${ctx.accountId}`.execute(
    ctx.db,
  )
  const { first, last } = result.rows[0]!
  if (first === null) return false
  const before = daysBetween(first, argument) * 2 > daysBetween(first, last)
  const passes = { lt: before, lte: before, gt: !before, gte: !before, eq: false, neq: true }[operator]
  return passes !== exclude
}

async function countInvoices(ctx: Ctx, chosen: Chosen): Promise<number> {
  const { from, where } = invoicesOf(ctx, chosen, false)
  const result = await sql<{
    count: number
  }>`select count(*)::int as count from ${from} where ${where}`.execute(ctx.db)
  return result.rows[0]!.count
}

async function sumOwed(ctx: Ctx, chosen: Chosen): Promise<Sum[]> {
  const result = await sql<Sum>`${owedByCurrency(chosen, owedOf(ctx, chosen))}`.execute(ctx.db)
  return result.rows
}

const owedByCurrency = ({ today }: Chosen, { from, where }: Source): RawBuilder<unknown> => sql`
  select r.currency, count(*)::int as count, sum(r.remaining_minor)::bigint as "remainingMinor",
    coalesce(sum(r.remaining_minor) filter (where r.due_date < ${today}::date), 0)::bigint as "pastDueMinor"
  from ${from} where ${where} group by r.currency order by r.currency`

/** A sum in JSON. Amounts are texts, because they can exceed a JSON number. */
type Written = Omit<Sum, 'remainingMinor' | 'pastDueMinor'> &
  Record<'remainingMinor' | 'pastDueMinor', string>

/** Counts and sums a search by number with very many matches, finding them once for both. */
async function countNumbers(ctx: Ctx, chosen: Chosen, everyNumber: RawBuilder<unknown>): Promise<Count> {
  const owed = owedOf(ctx, {
    ...chosen,
    match: {
      amongInvoices: sql<boolean>`false`,
      amongOwed: sql<boolean>`(r.invoice_id in (select id from found)) is true`,
    },
  })
  const result = await sql<{ count: number; sums: Written[] }>`
    with found as materialized (select every.id from (${everyNumber}) every (id)), owed as (${owedByCurrency(chosen, owed)})
    select (select count(*)::int from found) as count,
      coalesce((select json_agg(json_build_object('currency', o.currency, 'count', o.count,
        'remainingMinor', o."remainingMinor"::text, 'pastDueMinor', o."pastDueMinor"::text)) from owed o), '[]') as sums`.execute(
    ctx.db,
  )
  const { count, sums } = result.rows[0]!
  return {
    count,
    sums: sums.map((sum) => ({
      ...sum,
      remainingMinor: BigInt(sum.remainingMinor),
      pastDueMinor: BigInt(sum.pastDueMinor),
    })),
  }
}
