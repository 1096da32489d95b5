import type { contract } from '../../../../contract/index.ts'
import type { HandlerReplyOf, InputOf } from '../../../../contract/route.ts'
import { msg } from '../../../../domain/languages/msg.ts'
import {
  type ContactField,
  type ContactTexts,
  changedContactFields,
} from '../../../../domain/people/contact-fields.ts'
import { audit } from '../../../platform/audit.ts'
import type { Ctx } from '../../../platform/context.ts'
import { refuse } from '../../../platform/refusal.ts'
import { readCustomer } from '../../customers/index.ts'
import { closeTasks, openTask } from '../../worklist/index.ts'
import { contactTexts, tidyTexts } from '../rules.ts'
import { endChange, insertChange, lockOpenChange, lockProposals } from '../store/changes.ts'
import { readOwnContactData } from './read-own-contact-data.ts'

type Route = typeof contract.contactChanges.propose

export const taskKey = (changeId: string): string => `contact change ${changeId}`

/**
 * Proposes a change of the contact data of the session's customer, and opens a task for the company. Nothing
 * changes before somebody approves it. It replaces the customer's former proposal. Refuses not_allowed, and
 * wrong_state when nothing differs.
 */
export async function proposeChange(ctx: Ctx, body: InputOf<Route>['body']): Promise<HandlerReplyOf<Route>> {
  const { actor } = ctx
  if (actor.kind !== 'customer') throw refuse('not_allowed')
  const { customerId } = actor
  await lockProposals(ctx, customerId)
  const current = contactTexts(await readCustomer(ctx, customerId))
  const wanted = tidyTexts(body)
  const changed = changedContactFields(current, wanted)
  if (changed.length === 0) throw refuse('wrong_state', msg('These are the details that we have already.'))
  const former = await lockOpenChange(ctx, customerId)
  if (former) {
    await endChange(ctx, former.id, { state: 'replaced', by: null })
    await closeTasks(ctx, { keys: [taskKey(former.id)], outcome: 'The customer proposed another change.' })
  }
  const id = await insertChange(ctx, {
    customer_id: customerId,
    proposed: only(wanted, changed),
    before: only(current, changed),
    proposed_by: actor.portalUserId,
    proposed_by_email: actor.email,
  })
  await openTask(ctx, {
    key: taskKey(id),
    kind: 'answer',
    customerId,
    title: 'Check changed contact details',
    reason: `${actor.email} proposed new contact details. Approve or refuse them on the customer’s page.`,
    endsWhenSettled: false,
  })
  await audit(
    ctx,
    'contact-changes.propose',
    { type: 'customer', id: customerId },
    { changed: changed.join(', ') },
  )
  return readOwnContactData(ctx)
}

const only = (texts: ContactTexts, names: readonly ContactField[]): Partial<ContactTexts> =>
  Object.fromEntries(names.map((name) => [name, texts[name]]))

/** Withdraws the customer's own proposal. Refuses not_allowed, and not_found without one. */
export async function withdrawChange(ctx: Ctx): Promise<void> {
  const { actor } = ctx
  if (actor.kind !== 'customer') throw refuse('not_allowed')
  await lockProposals(ctx, actor.customerId)
  const open = await lockOpenChange(ctx, actor.customerId)
  if (!open) throw refuse('not_found')
  await endChange(ctx, open.id, { state: 'withdrawn', by: actor.portalUserId })
  await closeTasks(ctx, { keys: [taskKey(open.id)], outcome: 'The customer withdrew the change.' })
  await audit(ctx, 'contact-changes.withdraw', { type: 'customer', id: actor.customerId }, {})
}
