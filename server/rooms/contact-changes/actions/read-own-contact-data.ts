import type { contract } from '../../../../contract/index.ts'
import type { HandlerReplyOf } from '../../../../contract/route.ts'
import type { Ctx } from '../../../platform/context.ts'
import { refuse } from '../../../platform/refusal.ts'
import { readCustomer } from '../../customers/index.ts'
import { contactTexts } from '../rules.ts'
import { readChanges } from '../store/changes.ts'

/** Returns the contact data of the session's customer with the proposed change. Refuses not_allowed. */
export async function readOwnContactData(
  ctx: Ctx,
): Promise<HandlerReplyOf<typeof contract.contactChanges.readOwn>> {
  const { actor } = ctx
  if (actor.kind !== 'customer' && actor.kind !== 'preview') throw refuse('not_allowed')
  const [customer, { open, decided }] = await Promise.all([
    readCustomer(ctx, actor.customerId),
    readChanges(ctx, actor.customerId),
  ])
  const current = contactTexts(customer)
  return {
    current,
    proposed: open && { ...current, ...open.proposed },
    proposed_at: open?.proposed_at.toISOString() ?? null,
    last: decided && {
      state: decided.state === 'approved' ? 'approved' : 'refused',
      note: decided.note,
      at: decided.decided_at!.toISOString(),
    },
  }
}
