import type { z } from 'zod'
import type { storedMethod } from '../../../../contract/payment-shapes.ts'
import type { Ctx } from '../../../platform/context.ts'
import { refuse } from '../../../platform/refusal.ts'
import { methodText } from '../rules/texts.ts'
import { methodsOfCustomer } from '../store/methods.ts'

/** The stored methods of the customer whose portal session it is, newest first. */
export async function listMethods(ctx: Ctx): Promise<z.input<typeof storedMethod>[]> {
  if (ctx.actor.kind !== 'customer') throw refuse('not_allowed')
  const methods = await methodsOfCustomer(ctx, ctx.actor.customerId)
  return methods.map((method) => ({
    id: method.id,
    type: method.type,
    display: methodText(method.type, method.brand, method.last4),
    expiration_year: method.expirationYear,
    expiration_month: method.expirationMonth,
    auto_payments: method.autoPayments,
  }))
}
