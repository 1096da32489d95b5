import type { Filter } from '../../../../contract/filters.ts'
import { reachable } from '../../../../contract/shapes.ts'
import type { AgingBucket } from '../../../../domain/aging.ts'
import { formatAmount } from '../../../../domain/money.ts'
import { searchable } from '../../../../domain/search-text.ts'
import type { Ctx } from '../../../platform/context.ts'
import { offsetOf, orderOf } from '../../../platform/http/paging.ts'
import { refuseFields } from '../../../platform/refusal.ts'
import { amountScale } from '../store/amount-scale.ts'
import { countSelection, ordersByCustomer, selectPage } from '../store/list-invoices.ts'
import { type InvoiceView, isPlain, type Selection, sourceOf } from '../store/selection.ts'
import { countByTallies, type Sum } from '../store/tallies.ts'
import { presentInvoiceRow } from './present-invoice.ts'
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
  if (!reachable(asked))
    throw refuseFields({ page: ['This page lies too deep. Narrow the list by a search or a filter.'] })
  const { today, currency } = await readIssuer(ctx)
  const selection = selectionOf(ctx, asked)
  const { column, direction } = orderOf(asked.order_by)
  const counted = await countByTallies(ctx, selection, today)
  const scale = amountScale(currency, counted.currencies)
  const source = await sourceOf(ctx, selection, today, scale, ordersByCustomer(column))
  const sums = isPlain(selection) ? counted.sums : await countSelection(ctx, source, today)
  const count = sums.reduce((sum, one) => sum + one.count, 0)
  const rows = await selectPage(ctx, source, count, {
    column,
    direction,
    offset: offsetOf(asked),
    limit: asked.page_size,
  })
  return {
    count,
    results: rows.map((row) => presentInvoiceRow(ctx, row, today)),
    sums: sums.filter((sum) => sum.count > 0).map(presentSum),
    views: counted.views,
  }
}

function selectionOf(ctx: Ctx, asked: InvoiceSelection): Selection {
  const own = ctx.actor.kind === 'customer' ? ctx.actor.customerId : null
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
