import type { clients } from '../../../../../contract/accounts/clients.ts'
import type { HandlerReplyOf } from '../../../../../contract/route.ts'
import type { Ctx } from '../../../../platform/context.ts'
import { selectMembers } from '../../../accounts/index.ts'
import { nameOf } from '../../rules.ts'
import { selectPeopleAtClients } from '../../store/clients.ts'

export type Clients = HandlerReplyOf<typeof clients.list>

/** Returns the client companies of the account with its people who work there, and all of its people. */
export async function showClients(ctx: Ctx): Promise<Clients> {
  const found = new Map<string, Clients['clients'][number]>()
  for (const person of await selectPeopleAtClients(ctx)) {
    const client = found.get(person.accountId) ?? {
      account: person.accountId,
      name: person.company,
      people: [],
    }
    client.people.push({
      user: person.userId,
      name: nameOf(person),
      email: person.email,
      role: person.role,
    })
    found.set(person.accountId, client)
  }
  const members = await selectMembers(ctx)
  return {
    clients: [...found.values()],
    colleagues: members
      .filter(({ role }) => role !== 'advisor')
      .map((member) => ({ user: member.userId, name: nameOf(member), email: member.email })),
  }
}
