import type { z } from 'zod'
import type { storedMethod } from '../../../../../contract/payments/payment-shapes.ts'
import type { Ctx } from '../../../../platform/context.ts'
import { refuse } from '../../../../platform/refusal.ts'
import { methodText } from '../../rules/texts.ts'
import { type MethodRow, methodsOfCustomer } from '../../store/methods.ts'

/**
 * Lists the stored methods of the session's customer, newest first. A preview gets only brand and last
 * digits. Refuses not_allowed.
 */
export async function listMethods(ctx: Ctx): Promise<z.input<typeof storedMethod>[]> {
  const { actor } = ctx
  if (actor.kind !== 'customer' && actor.kind !== 'preview') throw refuse('not_allowed')
  const methods = await methodsOfCustomer(ctx, actor.customerId)
  return methods.map((method) => showMethod(method, actor.kind === 'customer'))
}

/** A stored method as its owner sees it; without its expiry to anybody else. */
export const showMethod = (method: MethodRow, isOwn: boolean): z.input<typeof storedMethod> => ({
  id: method.id,
  type: method.type,
  display: methodText(method.type, method.brand, method.last4),
  name: method.name,
  expiration_year: isOwn ? method.expirationYear : null,
  expiration_month: isOwn ? method.expirationMonth : null,
  auto_payments: method.autoPayments,
})
