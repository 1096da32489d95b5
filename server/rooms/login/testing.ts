import { randomUUID } from 'node:crypto'
import type { SignInProvider } from '../../../domain/people/sign-in-providers.ts'
import type { App, BaseCtx } from '../../platform/context.ts'
import { insertLink } from '../identity/index.ts'
import { issueProviderToken } from './actions/provider/issue-provider-token.ts'

/** A login token of a person who has just returned from Facebook, without a verified address. */
export const aProviderToken = (app: App, subject: string = randomUUID()): string =>
  issueProviderToken(app, { provider: 'facebook', subject, email: null, emailVerified: false })

/** Links a login at a provider to a person who has none there. Returns its subject. */
export async function aLink(
  ctx: BaseCtx,
  userId: string,
  provider: SignInProvider = 'facebook',
): Promise<string> {
  const subject = randomUUID()
  await insertLink(ctx, { provider, subject }, { userId }, { email: null, emailVerified: false })
  return subject
}
