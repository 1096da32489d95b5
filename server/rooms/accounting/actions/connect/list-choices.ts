import type { AccountingPlatform, Choice, Connection, Outcome } from '../../../../gateways/accounting/port.ts'
import type { UnitOfWork } from '../../../../platform/context.ts'
import { refuse } from '../../../../platform/refusal.ts'
import { liveConnection, toConnection } from '../../store/connections.ts'
import { callPlatform } from '../call-platform.ts'
import { findPlatform } from '../find-platform.ts'
import { withClaim } from '../take-claim.ts'

type List = 'tax_codes' | 'items' | 'accounts'
type Choices = Outcome<readonly Choice[]>

/**
 * Returns a list of the connected platform to choose from; empty where it has none, and without a connection. Refuses
 * processor_unavailable.
 */
export async function listChoices(uow: UnitOfWork, list: List): Promise<(Choice & { pk: string })[]> {
  const live = await uow.transaction(async (ctx) => {
    const row = await liveConnection(ctx)
    return row && { provider: row.provider, connection: toConnection(ctx, row) }
  })
  if (!live) return []
  const platform = findPlatform(uow.app, live.provider)
  if (!platform.features[list]) return []
  const answer = await ask(uow, platform, live.connection, list)
  if (!answer.ok) throw refuse('processor_unavailable', `${platform.name} did not answer. Please try again.`)
  return answer.value.map((choice) => ({ pk: choice.id, ...choice }))
}

/** While another process has the claim, it keeps the token fresh, so that this call only uses it. */
async function ask(
  uow: UnitOfWork,
  platform: AccountingPlatform,
  connection: Connection,
  list: List,
): Promise<Choices> {
  const answer = await withClaim(uow, (claim) =>
    callPlatform(uow, claim, platform, (one) => platform.choices(one, list)),
  )
  return answer === 'busy' || answer === null ? platform.choices(connection, list) : answer
}
