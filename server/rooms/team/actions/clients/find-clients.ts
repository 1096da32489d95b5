import type { Ctx } from '../../../../platform/context.ts'
import { refuse } from '../../../../platform/refusal.ts'
import { selectPeopleAtClients } from '../../store/clients.ts'

export interface ChosenClient {
  readonly accountId: string
  readonly company: string
}

/** Returns these client companies in the order of their ids, in which all lock them. Throws not_found for one that is no client. */
export async function findClients(ctx: Ctx, ids: readonly string[]): Promise<ChosenClient[]> {
  const known = new Map((await selectPeopleAtClients(ctx)).map((one) => [one.accountId, one.company]))
  return [...new Set(ids)].sort().map((accountId) => {
    const company = known.get(accountId)
    if (company === undefined) throw refuse('not_found')
    return { accountId, company: company || 'a company without a name' }
  })
}

/** Names companies in an audit entry: the first ones, and how many more there are. */
export function nameClients(clients: readonly ChosenClient[]): string {
  const names = clients.slice(0, 20).map(({ company }) => company)
  return [...names, ...(clients.length > 20 ? [`${clients.length - 20} more`] : [])].join(', ')
}
