import type { TenantlessUnitOfWork } from '../../../../platform/context.ts'
import { accountOfSubDomain } from '../../../accounts/index.ts'

/**
 * Which company's portal a call is about: the one on whose host it came, or the one that it names. `none` for the
 * business app; an account of null for a company that doesn't exist or isn't the host's.
 */
export async function companyMeant(
  uow: TenantlessUnitOfWork,
  named: string | undefined,
): Promise<'none' | { accountId: string | null }> {
  const { hostAccountId } = uow
  if (!named) return hostAccountId === null ? 'none' : { accountId: hostAccountId }
  const accountId = await uow.transaction((ctx) => accountOfSubDomain(ctx, named))
  return { accountId: hostAccountId === null || hostAccountId === accountId ? accountId : null }
}
