import type { TenantlessUnitOfWork } from '../../../../platform/context.ts'
import { accountOfSubDomain } from '../../../accounts/index.ts'

/**
 * Returns the portal that a request is for: the one of its host, or the one that it names. `none` is the business app. An
 * account of null is a portal that does not exist or is not the host's.
 */
export async function findRequestedPortal(
  uow: TenantlessUnitOfWork,
  subDomain: string | undefined,
): Promise<'none' | { accountId: string | null }> {
  const { hostAccountId } = uow
  if (!subDomain) return hostAccountId === null ? 'none' : { accountId: hostAccountId }
  const accountId = await uow.transaction((ctx) => accountOfSubDomain(ctx, subDomain))
  return { accountId: hostAccountId === null || hostAccountId === accountId ? accountId : null }
}
