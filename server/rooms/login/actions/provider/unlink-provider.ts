import type { contract } from '../../../../../contract/index.ts'
import type { InputOf } from '../../../../../contract/route.ts'
import { SIGN_IN_PROVIDERS } from '../../../../../domain/people/sign-in-providers.ts'
import type { TenantlessUnitOfWork } from '../../../../platform/context.ts'
import { refuse } from '../../../../platform/refusal.ts'
import { auditPerson, deleteLink, withOwnFactors } from '../../../identity/index.ts'
import { notifyIdentityChanged } from './notify-identity-changed.ts'

/**
 * Unlinks a provider from the caller's login. The caller types their password, which keeps a way to log in. Throws
 * wrong_state when the provider was not linked, invalid_input beside the wrong field, too_many_requests.
 */
export async function unlinkProvider(
  uow: TenantlessUnitOfWork,
  { body }: InputOf<typeof contract.socialLogins.unlink>,
): Promise<{ detail: string }> {
  const { provider, ...factors } = body
  const { name } = SIGN_IN_PROVIDERS[provider]
  await withOwnFactors(uow, factors, async (ctx, user) => {
    if (!(await deleteLink(ctx, user.id, provider))) throw refuse('wrong_state', `${name} is not linked.`)
    await notifyIdentityChanged(ctx, user, provider, 'unlinked')
    await auditPerson(ctx, user.homeAccountId, 'social-logins.unlink', { type: 'user', id: user.id })
  })
  return { detail: `${name} no longer logs you in.` }
}
