import type { charts } from '../../../../../contract/reports/charts.ts'
import type { HandlerReplyOf } from '../../../../../contract/route.ts'
import type { Ctx } from '../../../../platform/context.ts'
import { topDebtors } from '../../store/debtors.ts'
import { showDebtor } from '../show-debtor.ts'
import { chooseCurrency } from './choose-currency.ts'

const MOST = 100

/** Returns the customers who owe most in one currency. */
export async function readDebtors(
  ctx: Ctx,
  wanted: string | undefined,
): Promise<HandlerReplyOf<typeof charts.debtors>> {
  const shown = await chooseCurrency(ctx, wanted)
  const { today, currency } = shown
  const debtors = await topDebtors(ctx, { today, currencies: [currency], limit: MOST })
  return { ...shown, rows: debtors.map((row) => showDebtor(row, today)) }
}
