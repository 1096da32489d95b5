import type { Ctx } from '../../../../platform/context.ts'
import type { ConnectedProcessor } from '../../rules.ts'
import { changeSettings } from '../../store/accounts.ts'

/** Notes which processors are connected. The connection's own audit entry has the reason. */
export async function setConnectedProcessors(
  ctx: Ctx,
  connected: readonly ConnectedProcessor[],
): Promise<void> {
  await changeSettings(ctx, { connected_processors: JSON.stringify(connected) })
}
