import type { Choice } from '../../../../gateways/accounting/port.ts'
import type { UnitOfWork } from '../../../../platform/context.ts'
import { refuse } from '../../../../platform/refusal.ts'
import { callPlatform } from '../call-platform.ts'
import { withClaim } from '../claim.ts'
import { findPlatform } from '../find-platform.ts'

type List = 'tax_codes' | 'items' | 'accounts'

/**
 * Returns a list of the connected platform to choose from; empty where it has none. Refuses not_found without a connection, busy
 * while the platform is read, processor_unavailable.
 */
export async function listChoices(uow: UnitOfWork, list: List): Promise<(Choice & { pk: string })[]> {
  const found = await withClaim(uow, async (claim) => {
    const platform = findPlatform(uow.app, claim.connection.provider)
    if (!platform.features[list]) return []
    const answer = await callPlatform(uow, claim, platform, (one) => platform.choices(one, list))
    if (!answer.ok)
      throw refuse('processor_unavailable', `${platform.name} did not answer. Please try again.`)
    return answer.value.map((choice) => ({ pk: choice.id, ...choice }))
  })
  if (found === null) throw refuse('not_found', 'No accounting platform is connected.')
  if (found === 'busy')
    throw refuse('busy', 'The accounting platform is being read. Please try again in a moment.')
  return found
}
