import { describe, expect, it } from 'vitest'
import { callApi } from '../../../testing/call-api.ts'
import { aStripeCompany, createStripeTest } from '../../../testing/processors/stripe-company.ts'
import { setUp } from '../../../testing/set-up.ts'
import { listConnections } from './actions/list-connections.ts'
import { readConnection } from './actions/read-connection.ts'
import { openCredentials, selectConnection } from './store/connections.ts'

const test = setUp(createStripeTest, (made) => made.close())
const mine = setUp(() => aStripeCompany(test, 'connecting'))
const rival = setUp(() => aStripeCompany(test, 'connecting-rival'))

const listed = async (company = mine) => (await company.run(listConnections))[0]!

describe('a connection to Stripe', () => {
  it('begins at Stripe and ends with the company connected, in test mode', async () => {
    expect(await listed()).toMatchObject({ name: 'Stripe', status: 'available', limits: [] })
    expect(await stepDone()).toBe(false)
    const answer = await mine.consent()
    expect(answer.scope).toBe('read_write')
    const finished = await mine.connection('finish', answer)
    expect(finished).toMatchObject({
      status: 200,
      body: { status: 'connected', business: 'owner@example.com', live: false },
    })
    expect(await listed()).toMatchObject({ status: 'connected' })
    expect(await stepDone()).toBe(true)
    const account = await readAccount()
    expect(account.payment_connections).toMatchObject([
      { provider: 'stripe_connect', live: false, trials: [] },
    ])
    expect(account.second_factor.by_connection).toBe(false)
  })

  it('keeps its credentials encrypted', async () => {
    const row = await mine.run((ctx) =>
      ctx.db.selectFrom('payment_connections').select('credentials').executeTakeFirstOrThrow(),
    )
    expect(row.credentials.toString('latin1')).not.toMatch(/sk_test|pk_test|whsec|acct_/)
  })

  it('refuses a state that was used, and that of somebody else, of another company, or of nobody', async () => {
    const used = await mine.consent()
    expect((await mine.connection('finish', used)).status).toBe(200)
    const again = await mine.connection('finish', used)
    expect([again.status, again.body.code]).toEqual([400, 'authorization_expired'])
    const others = await rival.consent()
    for (const state of [others.state, 'no-state', `${used.state}a`]) {
      const { code, scope } = await mine.consent()
      const refused = await mine.connection('finish', { code, scope, state })
      expect([refused.status, refused.body.code]).toEqual([400, 'authorization_expired'])
    }
    const late = await mine.consent()
    test.clock.advance(11 * 60_000)
    expect((await mine.connection('finish', late)).body.code).toBe('authorization_expired')
    expect(await listed(rival)).toMatchObject({ status: 'available' })
  })

  it('is made and ended by the owner only', async () => {
    const admin = await mine.member('admin')
    for (const step of ['start', 'disconnect'] as const)
      expect((await mine.connection(step, undefined, admin)).status).toBe(403)
  })

  it('reports that Stripe does not answer, and changes nothing', async () => {
    const answer = await rival.consent()
    test.stripe.controls.failNext({ kind: 'answer', status: 503, path: '/oauth/token' })
    const failed = await rival.connection('finish', answer)
    test.stripe.controls.clearFaults()
    expect([failed.status, failed.body.code]).toEqual([503, 'processor_unavailable'])
    expect(await listed(rival)).toMatchObject({ status: 'available' })
  })

  it('ends here and at Stripe, twice as once, and can be made again', async () => {
    for (let press = 1; press <= 2; press++)
      expect(await mine.connection('disconnect')).toMatchObject({
        status: 200,
        body: { status: 'disconnected', ended_by: 'staff' },
      })
    expect((await readAccount()).payment_connections).toMatchObject([{ provider: 'sandbox' }])
    const kept = await mine.run(async (ctx) =>
      openCredentials(ctx, (await selectConnection(ctx, 'stripe_connect'))!),
    )
    expect(kept, 'its keys are forgotten').toEqual({})
    await mine.connect()
    expect(await listed()).toMatchObject({ status: 'connected', ended: null })
  })

  it('is to the same account as before, unless the owner confirms another one', async () => {
    const before = await mine.connect()
    const other = await mine.connection('finish', await mine.consent(''))
    expect(other).toMatchObject({ status: 409, body: { code: 'other_business' } })
    expect(other.body.detail).toContain('Nothing was changed.')
    expect((await mine.run((ctx) => readConnection(ctx, 'stripe_connect')))?.remoteId).toBe(before)
    expect(await mine.connectOther()).not.toBe(before)
    expect(await listed()).toMatchObject({ status: 'connected' })
  })

  it('ends here only, while another company is connected to the same account', async () => {
    const id = await mine.connect()
    expect((await rival.connection('finish', await rival.consent(id))).status).toBe(200)
    expect((await mine.connection('disconnect')).body).toMatchObject({ status: 'disconnected' })
    const others = await rival.run((ctx) => readConnection(ctx, 'stripe_connect'))
    const adapter = test.app.processors.get('stripe_connect')!
    expect((await adapter.health(others!)).ok).toBe(true)
    await rival.connection('disconnect')
    expect(await adapter.health(others!)).toMatchObject({ ok: false })
    await mine.connect()
  })

  it('is noticed as revoked at the next payment, and the owner is notified by email', async () => {
    const id = await mine.connect()
    const { invoiceId, session } = await mine.linked()
    const charge_token = await mine.cardToken('4242424242424242')
    test.stripe.controls.revoke(id)
    const path = `${invoiceId}/payment-options/stripe_connect-card/`
    const body = { amount: '100.00', charge_token, request_id: 'after-the-end' }
    const refused = await mine.payer('POST', path, session, body)
    expect([refused.status, refused.body.code]).toEqual([503, 'processor_unavailable'])
    expect(await listed()).toMatchObject({ status: 'disconnected', ended_by: 'processor' })
    const mails = await mine.run((ctx) =>
      ctx.db
        .selectFrom('mail_messages')
        .select(['to_address', 'subject'])
        .where('kind', '=', 'connections.ended')
        .execute(),
    )
    expect(mails).toEqual([{ to_address: 'owner@connecting.test', subject: 'Stripe is no longer connected' }])
  })
})

/** Whether the step of getting started is done. */
async function stepDone(): Promise<boolean | undefined> {
  const reply = await callApi<{ onboarding_progress: { connect_payment_processor?: boolean } }>(test.server, {
    method: 'GET',
    path: `/api/accounts/${mine.accountId}/onboarding/`,
    token: mine.token,
  })
  return reply.body.onboarding_progress.connect_payment_processor
}

async function readAccount() {
  const reply = await callApi<{
    payment_connections: object[]
    second_factor: { by_connection: boolean }
  }>(test.server, { method: 'GET', path: `/api/accounts/${mine.accountId}/`, token: mine.token })
  return reply.body
}
