import type { contract } from '../../../../../contract/index.ts'
import type { HandlerReplyOf, InputOf } from '../../../../../contract/route.ts'
import type { TenantlessUnitOfWork } from '../../../../platform/context.ts'
import { startAuthorization } from './start-authorization.ts'

type Begin = typeof contract.socialLogins.begin

/** Starts a login or sign-up by a provider. Stores nothing. Throws the errors of `startAuthorization`. */
export async function beginLogin(
  { app }: TenantlessUnitOfWork,
  { query }: InputOf<Begin>,
): Promise<HandlerReplyOf<Begin>> {
  const { scope, ...target } = query
  const { url, data } = await startAuthorization(app, { ...target, purpose: 'log-in', holder: null }, scope)
  return { url, login_url: url, connect_url: `${app.config.appOrigin}/settings/profile`, data }
}
