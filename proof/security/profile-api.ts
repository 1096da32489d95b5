import { inTransaction } from '../../server/platform/context.ts'
import { A_PASSWORD } from '../../server/rooms/identity/testing.ts'
import { type ApiAnswer, type ApiCall, callApi } from '../../testing/call-api.ts'
import type { TestServer } from '../../testing/test-server.ts'

export const CALLER = { requestId: 'test', ip: '127.0.0.1' }
export const ANYBODY = { kind: 'anonymous' } as const

/** Calls of /api/profile/ at the server that `serverOf` returns, which may be opened later. */
export function openProfileApi(serverOf: () => TestServer) {
  const api = (call: Partial<ApiCall> & { path: string }) =>
    callApi(serverOf().server, { method: 'POST', ...call })
  const profile = (name: string, body: object, more: Partial<ApiCall> = {}) =>
    api({ path: `/api/profile/${name}/`, body, ...more })
  return {
    api,
    profile,
    signUp: (email: string, more: object = {}) =>
      profile('signup', { email, password1: A_PASSWORD, password2: A_PASSWORD, ...more }),
    logIn: (email: string, password = A_PASSWORD) => profile('login', { email, password }),
    transact: <T>(work: Parameters<typeof inTransaction<T>>[3]) =>
      inTransaction(serverOf().app, CALLER, ANYBODY, work),
  }
}

/** The account in the response to a sign-up. */
export const accountIn = (answer: ApiAnswer) => (answer.body.account as { pk: string }).pk
