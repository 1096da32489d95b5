import type { contract } from '../../../../../contract/index.ts'
import type { InputOf } from '../../../../../contract/route.ts'
import { SIGN_IN_PROVIDERS } from '../../../../../domain/people/sign-in-providers.ts'
import type { TenantlessUnitOfWork } from '../../../../platform/context.ts'
import { refuse } from '../../../../platform/refusal.ts'
import { auditPerson, findLinked, holdUser, insertLink } from '../../../identity/index.ts'
import { handleCallback } from './handle-callback.ts'
import { notifyIdentityChanged } from './notify-identity-changed.ts'

/**
 * Links the provider of a callback to the caller's login and notifies them by mail. Throws conflict when the login at the
 * provider is linked to another person or the caller has another login there, and the errors of `handleCallback`.
 */
export async function connectProvider(
  uow: TenantlessUnitOfWork,
  input: InputOf<typeof contract.socialLogins.connect>,
): Promise<{ detail: string }> {
  const { actor } = uow
  if (actor.kind !== 'staff') throw refuse('not_allowed')
  const { userId, sessionId } = actor
  const { person } = await handleCallback(uow, { purpose: 'link', holder: { userId, sessionId } }, input)
  const { provider } = input.query
  const { name } = SIGN_IN_PROVIDERS[provider]
  await uow.transaction(async (ctx) => {
    const user = await holdUser(ctx, userId)
    if (user === null) throw refuse('session_ended')
    const key = { provider, subject: person.subject }
    if (await insertLink(ctx, key, { userId }, person)) {
      await notifyIdentityChanged(ctx, user, provider, 'linked')
      const object = { type: 'user', id: user.id }
      await auditPerson(ctx, user.homeAccountId, 'social-logins.link', object)
      return
    }
    const linked = await findLinked(ctx, key)
    if (linked === null)
      throw refuse('conflict', `You already linked another ${name} login. Unlink it first.`)
    if (!('userId' in linked) || linked.userId !== userId)
      throw refuse('conflict', `This ${name} login already belongs to someone else.`)
  })
  return { detail: `You can log in with ${name} now.` }
}
