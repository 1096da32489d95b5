import { dateInZone } from '../../../../../domain/dates/calendar.ts'
import type { Ctx } from '../../../../platform/context.ts'
import { refuse } from '../../../../platform/refusal.ts'
import { readHistory, readInvoiceWhole, readWrittenLines } from '../../store/detail.ts'
import { lateFeesOf } from '../../store/late-fees.ts'
import { presentInvoice } from './present-invoice.ts'

/** Returns one invoice with lines, figures and timeline. Refuses not_found. */
export async function readInvoice(ctx: Ctx, id: string) {
  const [invoice, lines, history, fees] = await Promise.all([
    readInvoiceWhole(ctx, id),
    readWrittenLines(ctx, id),
    readHistory(ctx, id),
    lateFeesOf(ctx, id),
  ])
  if (!invoice) throw refuse('not_found')
  return presentInvoice(ctx, invoice, { lines, history, fees }, dateInZone(ctx.now, invoice.timezone))
}

export type InvoiceReply = Awaited<ReturnType<typeof readInvoice>>
