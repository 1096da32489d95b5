import type { z } from 'zod'
import type { storedMethod } from '../../../../../contract/payments/payment-shapes.ts'
import type { Ctx } from '../../../../platform/context.ts'
import { refuse } from '../../../../platform/refusal.ts'
import { methodText } from '../../rules/texts.ts'
import { methodsOfCustomer } from '../../store/methods.ts'

/**
 * Lists the stored methods of the session's customer, newest first. A preview gets only brand and last
 * digits. Refuses not_allowed.
 */
export async function listMethods(ctx: Ctx): Promise<z.input<typeof storedMethod>[]> {
  const { actor } = ctx
  if (actor.kind !== 'customer' && actor.kind !== 'preview') throw refuse('not_allowed')
  const methods = await methodsOfCustomer(ctx, actor.customerId)
  const isOwn = actor.kind === 'customer'
  return methods.map((method) => ({
    id: method.id,
    type: method.type,
    display: methodText(method.type, method.brand, method.last4),
    expiration_year: isOwn ? method.expirationYear : null,
    expiration_month: isOwn ? method.expirationMonth : null,
    auto_payments: method.autoPayments,
  }))
}
