import type { Ctx } from '../../../../platform/context.ts'
import { readAccountRow } from '../../store/accounts.ts'
import { selectMembers } from '../../store/members.ts'

/**
 * Returns the addresses of the account's owners, for notices that only they can act on; none when the account unsubscribed
 * from system emails.
 */
export async function ownersOf(ctx: Ctx): Promise<string[]> {
  if ((await readAccountRow(ctx)).noSystemEmails) return []
  return (await selectMembers(ctx)).filter(({ role }) => role === 'owner').map(({ email }) => email)
}
