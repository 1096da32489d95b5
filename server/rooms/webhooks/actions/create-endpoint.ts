import { randomBytes } from 'node:crypto'
import type { webhooks } from '../../../../contract/developers/webhooks.ts'
import type { HandlerReplyOf, InputOf } from '../../../../contract/route.ts'
import { audit } from '../../../platform/audit.ts'
import type { Ctx } from '../../../platform/context.ts'
import { refuse } from '../../../platform/refusal.ts'
import { lastPosition } from '../../audit-log/index.ts'
import { presentEndpoint } from '../rules/present-endpoint.ts'
import { SECRET_PREFIX } from '../rules/webhook-secret.ts'
import { insertEndpoint, lockForNew, selectEndpoints } from '../store/endpoints.ts'
import { checkAddress } from './check-address.ts'
import { requirePerson } from './require-endpoint.ts'

const MAX_ENDPOINTS = 10

/** Adds an endpoint, which receives what happens from now on. Refuses wrong_state at the limit. */
export async function createEndpoint(
  ctx: Ctx,
  { url, description, event_types }: InputOf<typeof webhooks.create>['body'],
): Promise<HandlerReplyOf<typeof webhooks.create>> {
  const createdBy = requirePerson(ctx.actor)
  checkAddress(ctx, url)
  await lockForNew(ctx)
  if ((await selectEndpoints(ctx)).length >= MAX_ENDPOINTS)
    throw refuse(
      'wrong_state',
      `An account has at most ${MAX_ENDPOINTS} webhook endpoints. Delete one first.`,
    )
  const secret = newWebhookSecret()
  const position = await lastPosition(ctx)
  const types = [...new Set(event_types)]
  const fields = { url, description, event_types: types, created_by: createdBy, secret, position }
  const row = await insertEndpoint(ctx, fields)
  await audit(ctx, 'webhooks.create', { type: 'webhook_endpoint', id: row.id }, { url })
  return { ...presentEndpoint(row, 0), secret }
}

export const newWebhookSecret = (): string => SECRET_PREFIX + randomBytes(32).toString('base64')
