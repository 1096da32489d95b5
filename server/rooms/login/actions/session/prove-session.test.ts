import { beforeEach, describe, expect, it } from 'vitest'
import { MINUTE_MS } from '../../../../../domain/dates/durations.ts'
import { setUp } from '../../../../../testing/set-up.ts'
import { setUpTestApp } from '../../../../../testing/test-app.ts'
import { tenantlessUnitOfWork } from '../../../../platform/context.ts'
import { openSession } from '../../../identity/index.ts'
import { aSecondFactor, aUser, codeAt } from '../../../identity/testing.ts'
import { proveSession } from './prove-session.ts'

const CALLER = { requestId: 'test', ip: '127.0.0.1' }

const test = setUpTestApp()
const tenant = setUp(() => test.tenant())
beforeEach(() => test.clock.advance(20 * MINUTE_MS))

/** A person with a second factor, logged in. */
async function aPerson(email: string) {
  const { user, sessionId, factor } = await test.transact(async (ctx) => {
    const user = await aUser(ctx, { email, homeAccountId: tenant.accountId })
    const { sessionId } = await openSession(ctx, { audience: 'staff', userId: user.id })
    return { user, sessionId, factor: await aSecondFactor(ctx, user.id, 'confirmed') }
  })
  const actor = {
    kind: 'staff',
    userId: user.id,
    sessionId,
    email,
    emailVerified: true,
    role: 'owner',
  } as const
  return { uow: tenantlessUnitOfWork(test.app, CALLER, actor, null), ...factor }
}

const mailsTo = async (email: string) => {
  const mails = await tenant.run((ctx) =>
    ctx.db.selectFrom('mail_messages').select('kind').where('to_address', '=', email).execute(),
  )
  return mails.filter(({ kind }) => kind === 'identity.recovery-code-used')
}

describe('proveSession', () => {
  it('mails a notice of a recovery code, and none of another code', async () => {
    const email = 'prover@people.test'
    const { uow, secret, recoveryCodes } = await aPerson(email)
    test.clock.advance(MINUTE_MS)
    await proveSession(uow, { auth_code: codeAt(secret, test.clock.wallNow()) })
    await expect(proveSession(uow, { auth_code: '00000-00000-00000' })).rejects.toMatchObject({
      code: 'invalid_input',
    })
    expect(await mailsTo(email)).toEqual([])
    await proveSession(uow, { auth_code: recoveryCodes[0]! })
    await expect(proveSession(uow, { auth_code: recoveryCodes[0]! })).rejects.toMatchObject({
      code: 'invalid_input',
    })
    expect(await mailsTo(email)).toHaveLength(1)
  })
})
