import { audit } from '../../../../platform/audit.ts'
import { type Ctx, enterAccount } from '../../../../platform/context.ts'
import { refuse, refuseFields } from '../../../../platform/refusal.ts'
import { lockMembers, selectMembers } from '../../../accounts/index.ts'
import { selectPeopleAtClients } from '../../store/clients.ts'
import { detachMember } from '../detach-member.ts'
import { type ChosenClient, findClients, nameClients } from './find-clients.ts'

/**
 * Ends a colleague's access to client companies, from their next request on. All or nothing. Throws not_found for a company that is
 * no client and for somebody who has no access to any of them, and invalid_input beside the companies for one that they own.
 */
export async function endAccess(
  ctx: Ctx,
  { user, accounts }: { readonly user: string; readonly accounts: readonly string[] },
): Promise<void> {
  await lockMembers(ctx)
  const ended = await endAt(ctx, user, await findClients(ctx, accounts))
  if (ended.length === 0) throw refuse('not_found')
}

/** Ends what somebody has through this account, which they leave. Throws wrong_state while they own a client company. */
export async function endAllAccess(ctx: Ctx, userId: string): Promise<void> {
  const people = (await selectPeopleAtClients(ctx)).filter((one) => one.userId === userId)
  const owned = people.filter(({ role }) => role === 'owner').map(({ company }) => company || 'a company')
  if (owned.length > 0) throw refuse('wrong_state', `Hand over first: ${owned.join(', ')}.`)
  await endAt(
    ctx,
    userId,
    await findClients(
      ctx,
      people.map(({ accountId }) => accountId),
    ),
  )
}

async function endAt(
  ctx: Ctx,
  userId: string,
  clients: readonly ChosenClient[],
): Promise<readonly ChosenClient[]> {
  const ended: ChosenClient[] = []
  let email = ''
  for (const client of clients) {
    const inside = await enterAccount(ctx, client.accountId)
    await lockMembers(inside)
    const member = (await selectMembers(inside)).find((one) => one.userId === userId)
    if (member === undefined || member.firm?.id !== ctx.accountId) continue
    if (member.role === 'owner')
      throw refuseFields({ accounts: [`Hand over ${client.company} to its owner first.`] })
    await detachMember(inside, member)
    const detail = { email: member.email, role: member.role }
    await audit(inside, 'team.remove', { type: 'user', id: userId }, detail)
    ended.push(client)
    email = member.email
  }
  const back = await enterAccount(ctx, ctx.accountId)
  if (ended.length > 0)
    await audit(
      back,
      'clients.end-access',
      { type: 'user', id: userId },
      { email, companies: nameClients(ended) },
    )
  return ended
}
