import type { contract } from '../../../../../contract/index.ts'
import type { HandlerReplyOf, InputOf } from '../../../../../contract/route.ts'
import { msg } from '../../../../../domain/languages/msg.ts'
import type { Ctx, UnitOfWork } from '../../../../platform/context.ts'
import { refuse, refuseFields } from '../../../../platform/refusal.ts'
import { lockCode, tryCode } from '../../../identity/index.ts'
import {
  acceptInvitation,
  checkRoomForPerson,
  givePortalAccess,
  holdPeople,
  holdPortalUser,
} from '../../../portal/index.ts'
import { openPortalSession } from '../customer/open-portal-session.ts'
import { findEntryAddress } from './find-entry-address.ts'

type Route = typeof contract.payLinkEntry.enter

/**
 * Logs in the holder of a pay link with the mailed code, as the login of the customer's address on file, which gets access if
 * it had none. Throws invalid_input beside `code` for a wrong one, token_expired after five wrong ones and after a change of
 * the address, and the errors of findEntryAddress.
 */
export async function enterPortal(uow: UnitOfWork, { body }: InputOf<Route>): Promise<HandlerReplyOf<Route>> {
  const { actor } = uow
  if (actor.kind !== 'pay_link') throw refuse('wrong_state', msg('You’re already logged in.'))
  const outcome = await uow.transaction((ctx) => enter(ctx, actor, body.code))
  if (outcome === 'wrong') throw refuseFields({ code: [msg('That code is wrong. Please try again.')] })
  if (outcome === 'void')
    throw refuse('token_expired', msg('This code has expired. Please ask for a new one.'))
  return outcome
}

/** Returns a refused code's outcome, because a throw would take back that the attempt was counted. */
async function enter(
  ctx: Ctx,
  { customerId, sessionId }: { customerId: string; sessionId: string },
  code: string,
): Promise<HandlerReplyOf<Route> | 'wrong' | 'void'> {
  const about = { purpose: 'pay_link_portal', subjectId: sessionId } as const
  await holdPeople(ctx, [customerId])
  const email = await findEntryAddress(ctx, customerId)
  if ((await lockCode(ctx, about.purpose, sessionId))?.email !== email) return 'void'
  const outcome = await tryCode(ctx, about, code)
  if (outcome !== 'right') return outcome
  await checkRoomForPerson(ctx, customerId, email)
  const { id } = await givePortalAccess(ctx, customerId, email)
  const user = await holdPortalUser(ctx, id)
  if (user === null || user.secondFactor) return 'void'
  await acceptInvitation(ctx, user.id)
  return (await openPortalSession(ctx, user, 'portal.log-in-by-code', customerId)) ?? 'void'
}
