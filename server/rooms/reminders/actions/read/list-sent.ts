import { readFilters } from '../../../../../contract/filters.ts'
import { formatAmount } from '../../../../../domain/money/money.ts'
import { isoInstant } from '../../../../platform/clock.ts'
import type { Ctx } from '../../../../platform/context.ts'
import { offsetOf, type PageQuery, pagedReply, refuseTooDeep } from '../../../../platform/http/paging.ts'
import { readAccountRow } from '../../../accounts/index.ts'
import { type ReminderMatch, type SentRow, selectSent } from '../../store/read-reminders.ts'
import { showInvoices } from './show-names.ts'

/** Filters of the sent reminders: filter_sent_gte. */
export interface SentSelection {
  readonly customer?: string | undefined
  readonly step?: string | undefined
  readonly [filter: `${'filter' | 'exclude'}_${string}`]: string | undefined
}

export const sentMatchOf = async (ctx: Ctx, query: SentSelection): Promise<ReminderMatch> => ({
  customerId: query.customer,
  step: query.step,
  filters: readFilters({ ...query }),
  timezone: (await readAccountRow(ctx)).timezone,
})

/** Returns a page of the messages that were queued, the newest first, with the state of their delivery. */
export async function listSent(ctx: Ctx, query: PageQuery & SentSelection) {
  refuseTooDeep(query, 'it by opening the customer')
  const { count, rows } = await selectSent(
    ctx,
    await sentMatchOf(ctx, query),
    query.page_size,
    offsetOf(query),
  )
  return pagedReply(`/api/accounts/${ctx.accountId}/reminders/sent/`, { ...query }, count, rows.map(showSent))
}

export const showSent = (row: SentRow) => ({
  pk: row.id,
  customer: { pk: row.customer.id, short_name: row.customer.name },
  step: row.step_name,
  subject: row.subject,
  to: row.to_address,
  invoices: showInvoices(row.invoices),
  currency: row.currency,
  remaining: formatAmount(row.remaining_minor, row.currency),
  is_thanks: row.is_thanks,
  sender: row.sender_name === null ? null : { name: row.sender_name, reply_to: row.reply_to ?? '' },
  sent_at: isoInstant(row.sent_at.getTime()),
  opened_at: row.opened_at === null ? null : isoInstant(row.opened_at.getTime()),
  paid: formatAmount(row.paid_minor, row.currency),
  status: row.status ?? ('forgotten' as const),
})
