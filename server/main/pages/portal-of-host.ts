import type { FastifyRequest } from 'fastify'
import type { App } from '../../platform/context.ts'
import { inTransaction } from '../../platform/context.ts'
import { movedPortalOrigin, type PortalOfHost, portalOfSubDomain } from '../../rooms/accounts/index.ts'

/**
 * Returns a subdomain's portal; null when it belongs to nobody, undefined when the database is unavailable:
 * the page is served anyway and reports the failure itself.
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
    app.log.warn('the portal of a page could not be determined', { subDomain, error })
    return undefined
  }
}

/** Returns the origin to which a portal has moved from this subdomain; null when none has. */
export const movedPortalOf = (app: App, request: FastifyRequest, subDomain: string): Promise<string | null> =>
  inTransaction(app, { requestId: request.id, ip: request.ip }, { kind: 'anonymous' }, (ctx) =>
    movedPortalOrigin(ctx, subDomain),
  )
