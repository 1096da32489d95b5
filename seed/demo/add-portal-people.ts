import type { Ctx } from '../../server/platform/context.ts'
import { anAccessRequest, anInvitedLogin, aPortalLogin } from '../../server/rooms/portal/testing.ts'

/** Adds a second person of the first customer, an invited one, an ended login and a request for access. */
export async function addPortalPeople(
  ctx: Ctx,
  [first, second, third]: readonly string[],
  password: string,
): Promise<void> {
  await aPortalLogin(ctx, { email: 'warehouse@harborfoods.test', customerIds: [first!], password })
  await anInvitedLogin(ctx, second!, 'bookkeeping@invited.test')
  await anInvitedLogin(ctx, third!, 'former@left.test', 'ended')
  await anAccessRequest(ctx, 'ada.king@people.test')
}
