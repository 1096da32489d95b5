import type { FastifyRequest } from 'fastify'
import type { App } from '../../platform/context.ts'
import { inTransaction } from '../../platform/context.ts'
import { type PortalOfHost, portalOfSubDomain } from '../../rooms/accounts/index.ts'

/**
 * The portal that a subdomain is; null when it is nobody's, undefined when that can't be told now: a page is
 * shown all the same, and says itself what it can't reach.
 */
export async function portalOfHost(
  app: App,
  request: FastifyRequest,
  subDomain: string,
): Promise<PortalOfHost | null | undefined> {
  const caller = { requestId: request.id, ip: request.ip }
  try {
    return await inTransaction(app, caller, { kind: 'anonymous' }, (ctx) => portalOfSubDomain(ctx, subDomain))
  } catch (error) {
    app.log.warn('whose portal a page is of could not be told', { subDomain, error })
    return undefined
  }
}
