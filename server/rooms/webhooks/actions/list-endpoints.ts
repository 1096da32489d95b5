import type { EndpointReply } from '../../../../contract/developers/webhooks.ts'
import type { Ctx } from '../../../platform/context.ts'
import { presentEndpoint } from '../rules/present-endpoint.ts'
import { countWaiting } from '../store/deliveries.ts'
import { selectEndpoints } from '../store/endpoints.ts'

/** Returns all endpoints of the account, the oldest first. */
export async function listEndpoints(ctx: Ctx): Promise<{ results: EndpointReply[] }> {
  const waiting = await countWaiting(ctx)
  const rows = await selectEndpoints(ctx)
  return { results: rows.map((row) => presentEndpoint(row, waiting.get(row.id) ?? 0)) }
}
