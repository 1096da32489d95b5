import { inAccount, unitOfWork } from '../server/platform/context.ts'
import { anAccount, asOwner } from '../server/rooms/accounts/testing.ts'
import { aCustomer } from '../server/rooms/customers/testing.ts'
import { openSession } from '../server/rooms/identity/index.ts'
import { callApi } from './call-api.ts'
import type { TestServer } from './test-server.ts'

const CALLER = { requestId: 'test', ip: '127.0.0.1' }

export type HttpPortal = Awaited<ReturnType<typeof aHttpPortal>>

let made = 0

/** Creates a company with its owner's session, and calls of the owner, its portal's visitors and its mails. */
export async function aHttpPortal(test: TestServer) {
  made += 1
  const subDomain = `portal-${made}`
  const host = `${subDomain}.localhost`
  const { accountId, owner } = await test.transact((ctx) =>
    anAccount(ctx, {
      ownerEmail: `owner@${subDomain}.test`,
      subDomain,
      company: { name: `Company ${made}` },
    }),
  )
  const { token } = await test.transact((ctx) => openSession(ctx, { audience: 'staff', userId: owner.id }))
  const run = <T>(work: Parameters<typeof inAccount<T>>[4]) =>
    inAccount(test.app, CALLER, asOwner(owner), accountId, work)
  const mails = () =>
    run((ctx) =>
      ctx.db
        .selectFrom('mail_messages')
        .select(['to_address', 'subject', 'text_body'])
        .orderBy('created_at')
        .orderBy('id')
        .execute(),
    )
  return {
    host,
    accountId,
    run,
    uow: () => unitOfWork(test.app, CALLER, asOwner(owner), accountId),
    mails,
    customer: (shortName: string, email = '') =>
      run(async (ctx) => (await aCustomer(ctx, { shortName, email })).id),
    /** Calls a path below the account as its owner. */
    staff: (method: 'GET' | 'POST' | 'DELETE', path: string, body?: object) => {
      // Two calls at one instant would have mails in no order.
      test.clock.advance(1)
      return callApi(test.server, {
        method,
        path: `/api/accounts/${accountId}/${path}`,
        token,
        ...(body && { body }),
      })
    },
    get: (path: string, session: string) =>
      callApi(test.server, { method: 'GET', path, host, token: session }),
    /** The secret of the last mail's link. */
    lastToken: async (name: string) => {
      const text = (await mails()).at(-1)!.text_body
      return new URL(new RegExp(`https?://\\S+${name}=\\S+`).exec(text)![0]).searchParams.get(name)!
    },
  }
}
