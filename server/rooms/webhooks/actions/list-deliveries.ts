import type { webhooks } from '../../../../contract/developers/webhooks.ts'
import type { HandlerReplyOf, InputOf } from '../../../../contract/route.ts'
import type { Ctx } from '../../../platform/context.ts'
import { presentDelivery } from '../rules/present-endpoint.ts'
import { selectDeliveries } from '../store/deliveries.ts'
import { requireEndpoint } from './require-endpoint.ts'

const PAGE = 25

/** Returns a page of the log, newest first. Refuses not_found. */
export async function listDeliveries(
  ctx: Ctx,
  endpointId: string,
  { state, before }: InputOf<typeof webhooks.deliveries>['query'],
): Promise<HandlerReplyOf<typeof webhooks.deliveries>> {
  await requireEndpoint(ctx, endpointId)
  const rows = await selectDeliveries(ctx, endpointId, { state, before }, PAGE + 1)
  return { results: rows.slice(0, PAGE).map(presentDelivery), has_more: rows.length > PAGE }
}
