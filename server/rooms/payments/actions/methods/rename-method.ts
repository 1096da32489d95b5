import type { z } from 'zod'
import type { storedMethod } from '../../../../../contract/payments/payment-shapes.ts'
import { audit } from '../../../../platform/audit.ts'
import type { Ctx } from '../../../../platform/context.ts'
import { refuse } from '../../../../platform/refusal.ts'
import { nameMethod } from '../../store/methods.ts'
import { showOwnMethod } from './list-methods.ts'

/** Names a stored method of the session's customer. Refuses not_allowed and not_found. */
export async function renameMethod(
  ctx: Ctx,
  methodId: string,
  name: string,
): Promise<z.input<typeof storedMethod>> {
  if (ctx.actor.kind !== 'customer') throw refuse('not_allowed')
  const { customerId } = ctx.actor
  if (!(await nameMethod(ctx, customerId, methodId, name))) throw refuse('not_found')
  const shown = await showOwnMethod(ctx, customerId, methodId)
  await audit(ctx, 'payments.rename_method', { type: 'stored_method', id: methodId }, { name })
  return shown
}
