import type { Filter } from '../../../../../contract/filters.ts'
import type { AgingBucket } from '../../../../../domain/invoices/aging.ts'
import { formatAmount } from '../../../../../domain/money/money.ts'
import { searchable } from '../../../../../domain/parsing/search-text.ts'
import type { Ctx } from '../../../../platform/context.ts'
import { offsetOf, orderOf, refuseTooDeep } from '../../../../platform/http/paging.ts'
import { amountScale } from '../../store/amount-scale.ts'
import { countChosen } from '../../store/count-invoices.ts'
import { readCounts, type Sum } from '../../store/counters.ts'
import { selectPage } from '../../store/list-invoices.ts'
import { searchInvoices } from '../../store/search.ts'
import { type InvoiceView, isOwed, isPlain, type Selection } from '../../store/selection.ts'
import { presentInvoiceRow } from './present-invoice-row.ts'
import { readIssuer } from './read-issuer.ts'

/** A list of invoices as it is asked for. */
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
 * One page of invoices, how many there are in all, what they come to by currency, and how many each saved view holds.
 * A customer gets their own that were sent, whatever is asked. Refuses invalid_input beside what is wrong.
 */
export async function listInvoices(ctx: Ctx, asked: InvoiceSelection) {
  const selection = selectionOf(ctx, asked)
  const [{ today, currency }, found] = await Promise.all([
    readIssuer(ctx),
    searchInvoices(ctx, selection.search, selection.customerId),
  ])
  const { column, direction } = orderOf(asked.order_by)
  const counted = await readCounts(ctx, selection, today)
  const chosen = { selection, today, scale: amountScale(currency, counted.currencies), match: null }
  const { all, open } = counted.views
  const { count, sums } = isPlain(selection)
    ? total(counted.sums)
    : await countChosen(ctx, chosen, found, all)
  refuseTooDeep(asked, 'the list by a search or a filter', count)
  const extent = { count, searched: isOwed(selection) ? open : all }
  const rows = await selectPage(ctx, chosen, found, extent, {
    column,
    direction,
    offset: offsetOf(asked),
    limit: asked.page_size,
  })
  return {
    count,
    results: rows.map((row) => presentInvoiceRow(ctx, row, today)),
    sums: sums.map(presentSum),
    views: counted.views,
  }
}

/** Currencies in which something is owed, and the number of invoices in all of them. */
const total = (sums: readonly Sum[]) => ({
  count: sums.reduce((sum, one) => sum + one.count, 0),
  sums: sums.filter((one) => one.remainingMinor > 0n),
})

function selectionOf(ctx: Ctx, asked: InvoiceSelection): Selection {
  const own = ctx.actor.kind === 'customer' || ctx.actor.kind === 'preview' ? ctx.actor.customerId : null
  return {
    view: own === null ? asked.view : 'issued',
    aging: asked.aging,
    customerId: own ?? asked.customer,
    search: searchable(asked.search) ?? '',
    filters: asked.filters ?? [],
  }
}

const presentSum = (sum: Sum) => ({
  currency: sum.currency,
  remaining: formatAmount(sum.remainingMinor, sum.currency),
  past_due: formatAmount(sum.pastDueMinor, sum.currency),
})
