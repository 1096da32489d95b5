import { displayAmount, sumMinor } from '../../../../../domain/money/money.ts'
import type { Ctx } from '../../../../platform/context.ts'
import { openClearing, payingOut } from '../../store/payout-bookings.ts'

const NAMED = 10

/**
 * Says of each processor that reports payouts whether its money on the clearing account is all paid out, otherwise how much is open
 * and of which payments. Open money is no difference: it may be on its way.
 */
export async function verifyClearing(ctx: Ctx): Promise<string[]> {
  const open = await openClearing(ctx)
  return (await payingOut(ctx)).flatMap((provider) => {
    const mine = open.filter((one) => one.provider === provider)
    if (mine.length === 0) return [`clearing of ${provider}: everything is paid out`]
    return [...Map.groupBy(mine, ({ currency }) => currency)].map(([currency, payments]) => {
      const sum = displayAmount(sumMinor(payments.map(({ openMinor }) => openMinor)), currency)
      const numbers = payments.slice(0, NAMED).map(({ number }) => number)
      const more = payments.length > NAMED ? ` and ${payments.length - NAMED} more` : ''
      return `clearing of ${provider}: ${sum} ${currency} not paid out yet, of ${numbers.join(', ')}${more}`
    })
  })
}
