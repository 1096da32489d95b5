import { msg } from '../../../../../domain/languages/msg.ts'
import { displayAmount, smallerMinor, sumMinor } from '../../../../../domain/money/money.ts'
import { type Ctx, nextId } from '../../../../platform/context.ts'
import { type Reader, readerLocale } from '../../../../platform/languages/translate.ts'
import { refuse } from '../../../../platform/refusal.ts'
import type { Payment } from '../../rules/records.ts'
import { type CreditShare, insertCreditShares, insertCreditUse } from '../../store/credit-uses.ts'

/** Refuses amounts_changed when another amount of credit would be used than the payer saw. */
export function refuseOtherCredit(
  reader: Reader,
  seenMinor: bigint,
  usableMinor: bigint,
  owedMinor: bigint,
  currency: string,
): void {
  const usedMinor = smallerMinor(usableMinor, owedMinor)
  if (usedMinor === seenMinor) return
  const write = (minor: bigint): string => displayAmount(minor, currency, { locale: readerLocale(reader) })
  const [was, is] = [write(seenMinor), write(usedMinor)]
  throw refuse(
    'amounts_changed',
    usedMinor > 0n
      ? msg('The credit you can use changed from {was} to {is}. Check the new total before you pay.', {
          was,
          is,
        })
      : msg('Your credit of {was} was used meanwhile. Check the new total before you pay.', { was }),
  )
}

/** Records the credit that a new payment uses once it is confirmed. Refuses request_id_reused. */
export async function planCredit(ctx: Ctx, payment: Payment, shares: readonly CreditShare[]): Promise<void> {
  if (shares.length === 0) return
  const id = nextId(ctx)
  const isNew = await insertCreditUse(ctx, {
    id,
    customerId: payment.customer_id,
    currency: payment.currency,
    paymentId: payment.id,
    requestId: payment.request_id,
    requestHash: payment.request_hash,
    plannedMinor: sumMinor(shares.map((share) => share.amountMinor)),
  })
  // The same request_id paid other invoices with credit alone.
  if (!isNew) throw refuse('request_id_reused')
  await insertCreditShares(ctx, id, shares)
}
