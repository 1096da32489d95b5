import type { contract } from '../../../../../contract/index.ts'
import type { HandlerReplyOf, InputOf } from '../../../../../contract/route.ts'
import { audit } from '../../../../platform/audit.ts'
import type { Ctx } from '../../../../platform/context.ts'
import { holdPeople } from '../../store/portal-access.ts'
import { givePortalAccess } from '../invite/give-portal-access.ts'
import { checkRoomForPerson } from '../people/check-room-for-person.ts'
import { checkEntries } from './check-entries.ts'

type Route = typeof contract.portalLogins.add

/** Gives people access to customers without mailing them. Throws not_found, or invalid_input for too many people. */
export async function addPortalLogins(ctx: Ctx, { body }: InputOf<Route>): Promise<HandlerReplyOf<Route>> {
  const entries = await checkEntries(ctx, body)
  await holdPeople(
    ctx,
    entries.map(({ customer }) => customer.id),
  )
  for (const { customer, email } of entries) {
    await checkRoomForPerson(ctx, customer.id, email)
    await givePortalAccess(ctx, customer.id, email)
    await audit(ctx, 'portal.add-login', { type: 'customer', id: customer.id }, { email })
  }
  return entries.map(({ customer, email }) => ({ customer: customer.id, email }))
}
