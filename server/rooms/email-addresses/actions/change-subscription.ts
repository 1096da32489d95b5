import type { contract } from '../../../../contract/index.ts'
import type { HandlerReplyOf, InputOf } from '../../../../contract/route.ts'
import type { BaseCtx, Ctx } from '../../../platform/context.ts'
import { deleteMarks } from '../store/marks.ts'
import { markAddress } from './mark-address.ts'
import { openLink } from './open-link.ts'
import { showSubscription } from './read-subscription.ts'
import { reportReturn } from './report-return.ts'

type Route = typeof contract.emailAddresses.changeSubscription

/**
 * Stops reminders and statements to the address of an unsubscribe link, or lets them come again. The same wish again changes
 * nothing. Refuses not_found.
 */
export async function changeSubscription(
  ctx: BaseCtx | Ctx,
  { token, unsubscribed }: InputOf<Route>['body'],
): Promise<HandlerReplyOf<Route>> {
  const link = await openLink(ctx, token)
  const { address } = link
  if (unsubscribed) await markAddress(link.ctx, { address, kind: 'unsubscribed', reason: '', mailId: null })
  else if ((await deleteMarks(link.ctx, address, ['unsubscribed'])).length > 0)
    await reportReturn(link.ctx, 'mail.resubscribe', address)
  return showSubscription(link)
}
