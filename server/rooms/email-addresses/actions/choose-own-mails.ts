import type { contract } from '../../../../contract/index.ts'
import type { HandlerReplyOf } from '../../../../contract/route.ts'
import { normalizeEmail } from '../../../../domain/people/person-text.ts'
import type { Ctx } from '../../../platform/context.ts'
import { refuse } from '../../../platform/refusal.ts'
import { listCustomerAddresses } from '../../customers/index.ts'
import { deleteMarks, selectMarks } from '../store/marks.ts'
import { markAddress } from './mark-address.ts'
import { reportReturn } from './report-return.ts'

type Choice = HandlerReplyOf<typeof contract.emailAddresses.readOwnChoice>

/**
 * Returns which emails the person of the session gets at the address of their login, and where the customer's
 * emails go. A preview has no login. Refuses not_allowed.
 */
export async function readOwnChoice(ctx: Ctx): Promise<Choice> {
  const { actor } = ctx
  if (actor.kind !== 'customer' && actor.kind !== 'preview') throw refuse('not_allowed')
  const addresses = await listCustomerAddresses(ctx, actor.customerId)
  if (actor.kind === 'preview') return { address: null, reminders: true, refused: false, addresses }
  const address = normalizeEmail(actor.email)
  const kinds = (await selectMarks(ctx, [address])).map(({ kind }) => kind)
  return {
    address,
    reminders: !kinds.includes('unsubscribed'),
    refused: kinds.some((kind) => kind !== 'unsubscribed'),
    addresses,
  }
}

/**
 * Stops reminders and statements to the address of the session's login, as its unsubscribe links do, or lets
 * them come again. Refuses not_allowed.
 */
export async function chooseOwnMails(ctx: Ctx, reminders: boolean): Promise<Choice> {
  if (ctx.actor.kind !== 'customer') throw refuse('not_allowed')
  const address = normalizeEmail(ctx.actor.email)
  if (!reminders) await markAddress(ctx, { address, kind: 'unsubscribed', reason: '', mailId: null })
  else if ((await deleteMarks(ctx, address, ['unsubscribed'])).length > 0)
    await reportReturn(ctx, 'mail.resubscribe', address)
  return readOwnChoice(ctx)
}
