import { audit } from '../../../platform/audit.ts'
import type { Ctx } from '../../../platform/context.ts'
import { deleteEndpoint } from '../store/endpoints.ts'
import { requireLocked, requirePerson } from './require-endpoint.ts'

/** Deletes an endpoint with its deliveries. Refuses not_found. */
export async function removeEndpoint(ctx: Ctx, id: string): Promise<void> {
  requirePerson(ctx.actor)
  const { url } = await requireLocked(ctx, id)
  await deleteEndpoint(ctx, id)
  await audit(ctx, 'webhooks.remove', { type: 'webhook_endpoint', id }, { url })
}
