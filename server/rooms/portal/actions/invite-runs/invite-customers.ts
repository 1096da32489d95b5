import { audit } from '../../../../platform/audit.ts'
import type { Ctx, UnitOfWork } from '../../../../platform/context.ts'
import { Refusal } from '../../../../platform/refusal.ts'
import { endInviteRun, lockInviteRun, moveInviteRun } from '../../store/invite-runs.ts'
import { givePortalAccess } from '../invite/give-portal-access.ts'
import { sendInvitation } from '../invite/send-invitation.ts'
import { sortCandidates } from './sort-candidates.ts'

const PAGE = 25

/**
 * Sends the invitations of a run, a page of customers in a transaction. After an interruption it resumes with the next page, two
 * workers take turns, and it ends when the run was canceled, or at the company's limit of mails a day.
 */
export async function inviteCustomers(uow: UnitOfWork, id: string): Promise<void> {
  try {
    let limit = PAGE
    while (limit > 0) limit = await invitePage(uow, id, limit)
  } catch (error) {
    const isLimit = error instanceof Refusal && error.code === 'too_many_requests'
    const failure = isLimit
      ? (error.detail ?? 'Please send the rest tomorrow.')
      : 'Inviting stopped at an error. Start it again: nobody is invited twice.'
    await uow.transaction((ctx) => endInviteRun(ctx, id, 'failed', failure))
    if (!isLimit) throw error
  }
}

/** Invites the next page, and one by one what fits below the limit of mails. Returns the size of the next page; 0 for none. */
async function invitePage(uow: UnitOfWork, id: string, limit: number): Promise<number> {
  try {
    return (await uow.transaction((ctx) => inviteNext(ctx, id, limit))) ? limit : 0
  } catch (error) {
    if (limit > 1 && error instanceof Refusal && error.code === 'too_many_requests') return 1
    throw error
  }
}

/** Returns whether there may be more. */
async function inviteNext(ctx: Ctx, id: string, limit: number): Promise<boolean> {
  const run = await lockInviteRun(ctx, id)
  if (run === null) return false
  const { customer_ids: only, after_customer: after, again } = run
  const page = await sortCandidates(ctx, { only, after, again, limit })
  for (const { id: customerId, shortName, email } of page.invited) {
    const user = await givePortalAccess(ctx, customerId, email)
    await sendInvitation(ctx, user, shortName)
    await audit(ctx, 'portal.invite', { type: 'customer', id: customerId }, { email })
  }
  await moveInviteRun(ctx, id, page.customers, page.invited.length)
  return page.customers.length > 0
}
