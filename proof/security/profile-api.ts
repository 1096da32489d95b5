import { inAccount } from '../../server/platform/context.ts'
import { A_PASSWORD } from '../../server/rooms/identity/testing.ts'
import { type ApiAnswer, type ApiCall, callApi } from '../../testing/call-api.ts'
import type { TestServer } from '../../testing/test-server.ts'

export const CALLER = { requestId: 'test', ip: '127.0.0.1' }
export const ANYBODY = { kind: 'anonymous' } as const

/** Calls of /api/profile/ at the server, which may be created later. */
export function openProfileApi(test: TestServer) {
  const api = (call: Partial<ApiCall> & { path: string }) => callApi(test.server, { method: 'POST', ...call })
  const profile = (name: string, body: object, more: Partial<ApiCall> = {}) =>
    api({ path: `/api/profile/${name}/`, body, ...more })
  return {
    api,
    profile,
    signUp: (email: string, more: object = {}) =>
      profile('signup', { email, password1: A_PASSWORD, password2: A_PASSWORD, ...more }),
    logIn: (email: string, password = A_PASSWORD) => profile('login', { email, password }),
  }
}

/** Calls of /api/profile/, and the mails of the account that `accountOf` returns at the moment. */
export function openMailedProfile(test: TestServer, accountOf: () => string) {
  const api = (path: string, call: Partial<ApiCall> = {}) =>
    callApi(test.server, { method: 'POST', path: `/api/profile/${path}`, ...call })
  const mailsTo = (address: string) =>
    inAccount(test.app, CALLER, ANYBODY, accountOf(), (ctx) =>
      ctx.db
        .selectFrom('mail_messages')
        .select(['subject', 'text_body'])
        .where('to_address', '=', address)
        .orderBy('created_at')
        .orderBy('id')
        .execute(),
    )
  return {
    api,
    mailsTo,
    logIn: (email: string, password = A_PASSWORD, auth_code?: string) =>
      api('login/', { body: { email, password, ...(auth_code !== undefined && { auth_code }) } }),
    open: (link: string) => api('verify-email/', { body: { token: link } }),
    /** Returns the secret of the link in the latest mail with this subject. */
    linkIn: async (address: string, subject: string) => {
      const mail = (await mailsTo(address)).findLast((one) => one.subject === subject)
      return /token=([\w-]+)/.exec(mail?.text_body ?? '')![1]!
    },
  }
}

/** The account in the response to a sign-up. */
export const accountIn = (answer: ApiAnswer) => (answer.body.account as { pk: string }).pk
