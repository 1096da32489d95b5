import type { contract } from '../../../../../contract/index.ts'
import type { HandlerReplyOf, InputOf } from '../../../../../contract/route.ts'
import { msg } from '../../../../../domain/languages/msg.ts'
import { audit } from '../../../../platform/audit.ts'
import type { Ctx } from '../../../../platform/context.ts'
import { MAX_PEOPLE } from '../../rules.ts'
import { holdPeople, peopleOfCustomer } from '../../store/portal-access.ts'
import { givePortalAccess } from '../invite/give-portal-access.ts'
import { sendInvitation } from '../invite/send-invitation.ts'
import { type CheckedEntry, checkEntries } from './check-entries.ts'

type Route = typeof contract.portalLogins.invite

/**
 * Invites several people, and leaves out those who can't be or need not be invited. Throws not_found for a foreign customer and
 * too_many_requests above the company's mails of a day; then nobody is invited.
 */
export async function inviteEntries(ctx: Ctx, { body }: InputOf<Route>): Promise<HandlerReplyOf<Route>> {
  const invited = []
  const leftOut = []
  const entries = await checkEntries(ctx, body)
  await holdPeople(
    ctx,
    entries.map(({ customer }) => customer.id),
  )
  for (const entry of entries) {
    const shown = { customer: entry.customer.id, email: entry.email }
    const reason = await findReason(ctx, entry)
    if (reason !== null) leftOut.push({ ...shown, reason })
    else {
      const user = await givePortalAccess(ctx, entry.customer.id, entry.email)
      await sendInvitation(ctx, user, entry.customer.shortName)
      await audit(ctx, 'portal.invite', { type: 'customer', id: entry.customer.id }, { email: entry.email })
      invited.push(shown)
    }
  }
  return { invited, left_out: leftOut }
}

/** Returns why somebody is not invited, or null. */
async function findReason(ctx: Ctx, { customer, email }: CheckedEntry): Promise<string | null> {
  if (!customer.isActive) return 'The customer is inactive.'
  const people = await peopleOfCustomer(ctx, customer.id)
  const person = people.find((one) => one.email === email)
  if (person?.accepted) return msg('This person logs in already.')
  if (person === undefined && people.length >= MAX_PEOPLE)
    return `The customer has ${MAX_PEOPLE} people already.`
  return null
}
