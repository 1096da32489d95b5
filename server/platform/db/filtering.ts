import { type RawBuilder, sql } from 'kysely'
import type { Filter, FilterKind, FilterOperator } from '../../../contract/filters.ts'
import { addDays } from '../../../domain/dates/calendar.ts'
import { startOfDayInZone } from '../../../domain/dates/time-zone.ts'
import { parseAmount } from '../../../domain/money/money.ts'
import { asDate } from '../clock.ts'
import { refuseFields } from '../refusal.ts'

/** Filters and order of a list. */
export interface ListMatch {
  readonly filters: readonly Filter[]
  /** Time zone of date filters. */
  readonly timezone: string
  readonly column: string
  readonly direction: 'asc' | 'desc'
}

export interface FilterColumn {
  /** SQL that the filter compares: a column reference, never user input. */
  readonly expression: RawBuilder<unknown>
  readonly kind: FilterKind
  /** Time zone of the days by which an instant is filtered. */
  readonly timezone?: string
}

const OPERATORS: Record<FilterOperator, RawBuilder<unknown>> = {
  lt: sql`<`,
  gt: sql`>`,
  lte: sql`<=`,
  gte: sql`>=`,
  eq: sql`is not distinct from`,
  neq: sql`is distinct from`,
}

const MAX_FILTERS = 10

/**
 * Returns the conditions of a list as SQL, joined by AND; `true` when there are none. Amounts are read in
 * `currency` (the account's own), which a list without amounts leaves out. Throws invalid_input for the filter that is wrong.
 */
export function filterConditions(
  filters: readonly Filter[],
  columns: Record<string, FilterColumn>,
  currency?: string,
): RawBuilder<boolean> {
  if (filters.length > MAX_FILTERS)
    throw refuseFields({ non_field_errors: [`At most ${MAX_FILTERS} filters.`] })
  const conditions = filters.map((filter) => {
    const column = Object.hasOwn(columns, filter.name) ? columns[filter.name] : undefined
    if (!column) throw refuseFields({ [`filter_${filter.name}`]: ['This field is not known.'] })
    if (column.timezone !== undefined) return dayCondition(filter, column.expression, column.timezone)
    // No index serves IS NOT DISTINCT FROM. Where the result is not negated, = selects the same rows.
    const operator = filter.operator === 'eq' && !filter.exclude ? sql`=` : OPERATORS[filter.operator]
    const condition = sql<boolean>`${column.expression} ${operator} ${argumentOf(filter, column.kind, currency)}`
    return filter.exclude ? sql<boolean>`not (${condition})` : condition
  })
  return conditions.length === 0 ? sql<boolean>`true` : sql<boolean>`${sql.join(conditions, sql` and `)}`
}

/** Compares an instant with the beginning and the end of a day, so that an index serves it. */
function dayCondition(
  { operator, argument, exclude }: Filter,
  instant: RawBuilder<unknown>,
  timezone: string,
): RawBuilder<boolean> {
  const from = asDate(startOfDayInZone(argument, timezone))
  const to = asDate(startOfDayInZone(addDays(argument, 1), timezone))
  const within = sql<boolean>`(${instant} >= ${from} and ${instant} < ${to})`
  const conditions: Record<FilterOperator, RawBuilder<boolean>> = {
    eq: within,
    neq: sql<boolean>`not ${within}`,
    lt: sql<boolean>`${instant} < ${from}`,
    lte: sql<boolean>`${instant} < ${to}`,
    gt: sql<boolean>`${instant} >= ${to}`,
    gte: sql<boolean>`${instant} >= ${from}`,
  }
  return exclude ? sql<boolean>`not (${conditions[operator]})` : conditions[operator]
}

function argumentOf(filter: Filter, kind: FilterKind, currency: string | undefined): RawBuilder<unknown> {
  switch (kind) {
    case 'amount': {
      if (currency === undefined) throw new Error(`The amounts of ${filter.name} have no currency.`)
      const parsed = parseAmount(filter.argument, currency)
      if (!parsed.ok)
        throw refuseFields({ [`filter_${filter.name}_${filter.operator}`]: ['Enter a valid number.'] })
      return sql`${parsed.minor}::bigint`
    }
    case 'number':
      return sql`${filter.argument}::integer`
    case 'boolean':
      return sql`${filter.argument === 'true'}::boolean`
    case 'date':
      return sql`${filter.argument}::date`
    case 'id':
      return sql`${filter.argument}::uuid`
    case 'text':
      return sql`${filter.argument}::text`
  }
}
