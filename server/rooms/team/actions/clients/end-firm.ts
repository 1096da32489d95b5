import { audit } from '../../../../platform/audit.ts'
import { type Ctx, enterAccount } from '../../../../platform/context.ts'
import { refuse } from '../../../../platform/refusal.ts'
import { companyOf, lockMembers, type Member, selectMembers } from '../../../accounts/index.ts'
import { detachMember } from '../detach-member.ts'
import { showTeam, type Team } from '../show-team.ts'

/** Ends the access of everybody who works here through a firm of accountants. Throws not_found, or not_allowed for its own people. */
export async function endFirm(ctx: Ctx, firmId: string): Promise<Team> {
  if (ctx.actor.kind !== 'staff') throw refuse('not_allowed')
  const acting = ctx.actor.userId
  await lockMembers(ctx)
  const members = await selectMembers(ctx)
  const people = members.filter(({ firm }) => firm?.id === firmId)
  const [first] = people
  if (first === undefined) throw refuse('not_found')
  if (people.some(({ userId, role }) => userId === acting || role === 'owner')) throw refuse('not_allowed')
  for (const member of people) await detachMember(ctx, member)
  await audit(
    ctx,
    'team.end-firm',
    { type: 'account', id: firmId },
    { firm: first.firm?.name, people: people.map(({ email }) => email).join(', ') },
  )
  await noteAtFirm(ctx, people)
  return showTeam(ctx)
}

/** Audits in the account of their firm, if any, that a company ended these people's access. Stays in the company. */
export async function noteAtFirm(ctx: Ctx, people: readonly Member[]): Promise<void> {
  const { name } = await companyOf(ctx)
  for (const { firm, userId, email } of people) {
    if (firm === null) continue
    const object = { type: 'user', id: userId }
    const inside = await enterAccount(ctx, firm.id)
    await audit(inside, 'clients.access-ended', object, { email, company: name })
  }
  await enterAccount(ctx, ctx.accountId)
}
