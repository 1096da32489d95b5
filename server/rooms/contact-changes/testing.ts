import { randomUUID } from 'node:crypto'
import type { Actor, Ctx } from '../../platform/context.ts'
import { readCustomer } from '../customers/index.ts'
import { proposeChange } from './actions/propose-change.ts'
import { contactTexts } from './rules.ts'
import { readChanges } from './store/changes.ts'

export { listChanges } from './actions/list-changes.ts'

type Proposed = Parameters<typeof proposeChange>[1]

/** A portal session of a customer. */
export const ofPortal = (customerId: string, email = 'payer@example.test'): Actor => ({
  kind: 'customer',
  portalUserId: randomUUID(),
  sessionId: randomUUID(),
  email,
  customerId,
  customerIds: [customerId],
})

/** The contact data of a customer with changes, as the portal's form sends it. */
export const contactForm = async (
  ctx: Ctx,
  customerId: string,
  changes: Partial<Proposed>,
): Promise<Proposed> => ({ ...contactTexts(await readCustomer(ctx, customerId)), ...changes })

/** A proposed change by the customer of the session. Returns its id. */
export async function aContactChange(ctx: Ctx, changes: Partial<Proposed> = {}): Promise<string> {
  if (ctx.actor.kind !== 'customer') throw new Error('Only a customer proposes a change.')
  const { customerId } = ctx.actor
  await proposeChange(ctx, await contactForm(ctx, customerId, { city: `City ${ctx.now}`, ...changes }))
  return (await readChanges(ctx, customerId)).open!.id
}
