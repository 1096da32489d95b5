import type { contract } from '../../../../contract/index.ts'
import type { HandlerReplyOf, InputOf } from '../../../../contract/route.ts'
import type { TenantlessUnitOfWork } from '../../../platform/context.ts'
import { startAuthorization } from './start-authorization.ts'

type Begin = typeof contract.socialLogins.begin

/** Sends somebody to a provider to log in or sign up. Changes nothing. Throws as `startAuthorization` does. */
export async function beginLogin(
  { app }: TenantlessUnitOfWork,
  { query }: InputOf<Begin>,
): Promise<HandlerReplyOf<Begin>> {
  const { scope, ...where } = query
  const { url, data } = await startAuthorization(app, { ...where, purpose: 'log-in', holder: null }, scope)
  return { url, login_url: url, connect_url: `${app.config.appOrigin}/settings/profile`, data }
}
