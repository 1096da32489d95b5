import type { Filter } from '../../../../../contract/filters.ts'
import type { CalendarDate } from '../../../../../domain/dates/calendar.ts'
import type { AgingBucket } from '../../../../../domain/invoices/aging.ts'
import { formatAmount } from '../../../../../domain/money/money.ts'
import { searchable } from '../../../../../domain/parsing/search-text.ts'
import type { Ctx } from '../../../../platform/context.ts'
import { offsetOf, orderOf, refuseTooDeep } from '../../../../platform/http/paging.ts'
import { amountScale } from '../../store/amount-scale.ts'
import { countChosen } from '../../store/count-invoices.ts'
import { readCounts, type Sum } from '../../store/counters.ts'
import { type ListedInvoice, selectIds, selectPage } from '../../store/list-invoices.ts'
import { searchInvoices } from '../../store/search.ts'
import { type InvoiceView, isOwed, isPlain, type Selection } from '../../store/selection.ts'
import { presentInvoiceRow } from './present-invoice-row.ts'
import { readIssuer } from './read-issuer.ts'
import { rewriteOverdueFilters } from './rewrite-overdue-filters.ts'

/** A requested list of invoices. */
export interface InvoiceSelection {
  readonly page: number
  readonly page_size: number
  readonly search: string
  /** A column, with - for descending. */
  readonly order_by: string
  readonly view: InvoiceView
  readonly aging?: AgingBucket | undefined
  readonly customer?: string | undefined
  readonly filters?: readonly Filter[] | undefined
}

/**
 * Returns one page of invoices, the total count, sums by currency, and the count of each saved view.
 * Customers get only their own sent invoices. Refuses invalid_input beside the invalid field.
 */
export async function listInvoices(ctx: Ctx, query: InvoiceSelection) {
  const asked = selectionOf(ctx, query)
  const [{ today, currency }, found] = await Promise.all([
    readIssuer(ctx),
    searchInvoices(ctx, asked.search, asked.customerId),
  ])
  const selection = { ...asked, filters: rewriteOverdueFilters(asked.filters, today) }
  const { column, direction } = orderOf(query.order_by)
  const counted = await readCounts(ctx, selection, today)
  const chosen = { selection, today, scale: amountScale(currency, counted.currencies), match: null }
  const { all, open } = counted.views
  const { count, sums } = isPlain(selection)
    ? total(counted.sums)
    : await countChosen(ctx, chosen, found, all)
  refuseTooDeep(query, 'the list by a search or a filter', count)
  const extent = { count, searched: isOwed(selection) ? open : all }
  const rows = await selectPage(ctx, chosen, found, extent, {
    column,
    direction,
    offset: offsetOf(query),
    limit: query.page_size,
  })
  return {
    count,
    results: rows.map((row) => presentListed(ctx, row, today)),
    sums: sums.map(presentSum),
    views: counted.views,
  }
}

/** Converts an invoice of the company's list to the API's shape. */
export const presentListed = (ctx: Ctx, row: ListedInvoice, today: CalendarDate) => ({
  ...presentInvoiceRow(ctx, row, today),
  promised_on: row.remaining_minor > 0n ? row.promised_on : null,
  disputed: row.disputed,
})

/** Returns the ids of all invoices of a list, or of the chosen ones among them, in its order, 16 bytes each. */
export async function listedIdsOf(
  ctx: Ctx,
  query: Omit<InvoiceSelection, 'page' | 'page_size'>,
  only?: readonly string[],
): Promise<Buffer> {
  const { today, currency } = await readIssuer(ctx)
  const asked = selectionOf(ctx, query)
  const selection = { ...asked, filters: rewriteOverdueFilters(asked.filters, today) }
  const found = await searchInvoices(ctx, selection.search, selection.customerId)
  const { views, currencies } = await readCounts(ctx, selection, today)
  const chosen = { selection, today, scale: amountScale(currency, currencies), match: null }
  return selectIds(ctx, chosen, found, views.all, { ...orderOf(query.order_by), only })
}

/** Sums the number of invoices, and keeps the currencies in which something is owed. */
const total = (sums: readonly Sum[]) => ({
  count: sums.reduce((sum, one) => sum + one.count, 0),
  sums: sums.filter((one) => one.remainingMinor > 0n),
})

function selectionOf(ctx: Ctx, query: Omit<InvoiceSelection, 'page' | 'page_size'>): Selection {
  const own = ctx.actor.kind === 'customer' || ctx.actor.kind === 'preview' ? ctx.actor.customerId : null
  return {
    view: own === null ? query.view : 'issued',
    aging: query.aging,
    customerId: own ?? query.customer,
    search: searchable(query.search) ?? '',
    filters: query.filters ?? [],
  }
}

const presentSum = (sum: Sum) => ({
  currency: sum.currency,
  remaining: formatAmount(sum.remainingMinor, sum.currency),
  past_due: formatAmount(sum.pastDueMinor, sum.currency),
})
