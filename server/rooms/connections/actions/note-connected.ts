import type { Ctx } from '../../../platform/context.ts'
import { setConnectedProcessors } from '../../accounts/index.ts'
import { selectConnections } from '../store/connections.ts'

/** Writes the connected processors to the account, which shows them and decides on two-step login. */
export async function noteConnected(ctx: Ctx): Promise<void> {
  const rows = await selectConnections(ctx)
  await setConnectedProcessors(
    ctx,
    rows
      .filter(({ status, charges_enabled }) => status === 'connected' && charges_enabled)
      .map(({ provider, live, connected_at }) => ({ provider, live, since: connected_at.toISOString() })),
  )
}
