import { randomUUID } from 'node:crypto'
import type { SignInProvider } from '../../../domain/people/sign-in-providers.ts'
import type { App, BaseCtx } from '../../platform/context.ts'
import { insertLink } from '../identity/index.ts'
import { issueProviderToken } from './actions/provider-token.ts'

/** The token of somebody who has just come back from Facebook, with an address that Facebook does not vouch for. */
export const aProviderToken = (app: App, subject: string = randomUUID()): string =>
  issueProviderToken(app, { provider: 'facebook', subject, email: null, emailVerified: false })

/** A login at a provider that lets the person in, where they have none there; returns its subject. */
export async function aLink(
  ctx: BaseCtx,
  userId: string,
  provider: SignInProvider = 'facebook',
): Promise<string> {
  const subject = randomUUID()
  await insertLink(ctx, { provider, subject }, { userId }, { email: null, emailVerified: false })
  return subject
}
