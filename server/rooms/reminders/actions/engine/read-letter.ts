import { dateInZone } from '../../../../../domain/dates/calendar.ts'
import type { Ctx } from '../../../../platform/context.ts'
import { letterheadOf, readAccountRow } from '../../../accounts/index.ts'

/** Reads what every text about invoices starts from, as of today. */
export async function readLetter(ctx: Ctx) {
  const { dateFormat, timezone } = await readAccountRow(ctx)
  return { letterhead: await letterheadOf(ctx), today: dateInZone(ctx.now, timezone), dateFormat }
}
