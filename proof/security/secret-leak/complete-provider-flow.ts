import { expect, vi } from 'vitest'
import type { SignInProvider } from '../../../domain/people/sign-in-providers.ts'
import { signInAt } from '../../../simulators/identity/sign-in.ts'
import { callApi } from '../../../testing/call-api.ts'
import { type AuthorizationFlow, pageOf } from '../../../testing/provider-round-trips.ts'
import type { Secret, SecretWatch } from './secret-watch.ts'

/** Records a secret and returns it. */
export type KeepSecret = (value: string, where?: Omit<Secret, 'value'>) => string

/** Completes an authorization flow and keeps its state, browser key, code and the provider's tokens. */
export async function completeProviderFlow(
  watch: SecretWatch,
  provider: SignInProvider,
  keep: KeepSecret,
): Promise<{ status: number; token: string }> {
  const query = new URLSearchParams({ provider, redirect_url: pageOf(provider) })
  const begun = await callApi<AuthorizationFlow>(watch.test.server, {
    ...{ method: 'GET', path: `/api/profile/authorization-url/?${query}` },
  })
  expect(begun.status).toBe(200)
  const { url, data } = begun.body
  keep(data.state, { shownBy: /authorization-url/ })
  keep(data.browser_key, { shownBy: /authorization-url/ })
  const callback = (await signInAt(url, { subject: `canary at ${provider}`, firstName: 'Ada' })).searchParams
  const code = keep(callback.get('code')!)
  const iss = callback.get('iss')
  const extra = { state: data.state, browser_key: data.browser_key, ...(iss && { iss }) }
  const body = { code, scope: callback.get('scope') ?? '', extra_data: extra }
  const realFetch = globalThis.fetch
  const spy = vi.spyOn(globalThis, 'fetch').mockImplementation(async (...request) => {
    const reply = await realFetch(...request)
    const tokens = (await reply
      .clone()
      .json()
      .catch(() => ({}))) as Record<string, unknown>
    for (const name of ['access_token', 'id_token', 'refresh_token'])
      if (typeof tokens[name] === 'string') keep(tokens[name])
    return reply
  })
  const answer = await watch.call(`/api/profile/auth-code-exchange/?${query}`, body)
  spy.mockRestore()
  return { status: answer.status, token: answer.body?.token }
}
