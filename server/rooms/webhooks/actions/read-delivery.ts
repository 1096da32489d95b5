import type { DeliveryDetail } from '../../../../contract/developers/webhooks.ts'
import type { Ctx } from '../../../platform/context.ts'
import { refuse } from '../../../platform/refusal.ts'
import { presentWithRequests } from '../rules/present-endpoint.ts'
import { findDelivery, selectAttempts } from '../store/deliveries.ts'

/** Returns a delivery with its requests. Refuses not_found. */
export async function readDelivery(ctx: Ctx, endpointId: string, id: string): Promise<DeliveryDetail> {
  const row = await findDelivery(ctx, endpointId, id)
  if (row === undefined) throw refuse('not_found')
  return presentWithRequests(row, await selectAttempts(ctx, id))
}
