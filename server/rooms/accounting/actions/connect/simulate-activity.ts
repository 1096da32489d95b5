import type { Simulated } from '../../../../../contract/accounting/shapes.ts'
import { audit } from '../../../../platform/audit.ts'
import type { UnitOfWork } from '../../../../platform/context.ts'
import { refuse } from '../../../../platform/refusal.ts'
import { liveConnection } from '../../store/connections.ts'
import { findPlatform } from '../find-platform.ts'
import { requestSync } from '../sync/request-sync.ts'

/** Lets something happen in the Sandbox books, and reads it. Refuses not_found for other platforms and without a connection. */
export async function simulateActivity(
  uow: UnitOfWork,
  provider: string,
  what: Simulated,
): Promise<{ happened: string[] }> {
  const platform = findPlatform(uow.app, provider)
  const live = await uow.transaction(liveConnection)
  if (!platform.simulate || live?.provider !== provider) throw refuse('not_found')
  const happened = await platform.simulate(uow.accountId, what)
  await uow.transaction(async (ctx) => {
    await audit(ctx, 'accounting.simulate', { type: 'account', id: ctx.accountId }, { what })
    await requestSync(ctx)
  })
  return { happened: [...happened] }
}
