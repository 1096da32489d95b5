import type { clients } from '../../../../../contract/accounts/clients.ts'
import type { InputOf } from '../../../../../contract/route.ts'
import { audit } from '../../../../platform/audit.ts'
import { type Ctx, enterAccount } from '../../../../platform/context.ts'
import { refuse, refuseFields } from '../../../../platform/refusal.ts'
import {
  companyOf,
  type Firm,
  insertMember,
  lockMembers,
  type Member,
  selectMembers,
  updateRole,
} from '../../../accounts/index.ts'
import { MAX_IN_TEAM, nameOf } from '../../rules.ts'
import { type ChosenClient, findClients, nameClients } from './find-clients.ts'
import { notifyOwners } from './notify-owners.ts'

type Given = InputOf<typeof clients.give>['body']

/**
 * Gives a colleague access to client companies, or another role there. All or nothing. Throws not_found for a person who is no
 * colleague or a company that is no client, and invalid_input beside the companies.
 */
export async function giveAccess(ctx: Ctx, given: Given): Promise<void> {
  await lockMembers(ctx)
  const colleague = (await selectMembers(ctx)).find((one) => one.userId === given.user)
  if (colleague === undefined || colleague.role === 'advisor') throw refuse('not_found')
  const chosen = await findClients(ctx, given.accounts)
  const firm = { id: ctx.accountId, name: (await companyOf(ctx)).name }
  const changed: ChosenClient[] = []
  for (const client of chosen)
    if (
      await giveAt(await enterAccount(ctx, client.accountId), client, { colleague, firm, role: given.role })
    )
      changed.push(client)
  const back = await enterAccount(ctx, firm.id)
  if (changed.length > 0)
    await audit(
      back,
      'clients.give-access',
      { type: 'user', id: colleague.userId },
      { email: colleague.email, role: given.role, companies: nameClients(changed) },
    )
}

/** Returns false when they have the role already. */
async function giveAt(
  client: Ctx,
  { company }: ChosenClient,
  { colleague, firm, role }: { colleague: Member; firm: Firm; role: Given['role'] },
): Promise<boolean> {
  await lockMembers(client)
  const members = await selectMembers(client)
  const object = { type: 'user', id: colleague.userId }
  const known = members.find((one) => one.userId === colleague.userId)
  if (known?.role === role && known.firm?.id === firm.id) return false
  if (known !== undefined && (known.firm?.id !== firm.id || known.role === 'owner'))
    throw refuseFields({
      accounts: [
        known.role === 'owner'
          ? `${nameOf(known)} owns ${company} until it is handed over.`
          : `${nameOf(known)} already works in ${company}, and not for you. Only ${company} can change this.`,
      ],
    })
  if (known !== undefined) {
    await updateRole(client, colleague.userId, role)
    const detail = { email: colleague.email, from: known.role, to: role }
    await audit(client, 'team.change-role', object, detail)
    return true
  }
  if (members.length >= MAX_IN_TEAM)
    throw refuseFields({ accounts: [`${company} already has ${MAX_IN_TEAM} people.`] })
  await insertMember(client, colleague.userId, role, firm)
  await audit(client, 'team.give-access', object, { email: colleague.email, role, firm: firm.name })
  await notifyOwners(client, members, { company, colleague: nameOf(colleague), firm: firm.name })
  return true
}
