import { createHmac } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { callApi } from '../../../../../testing/call-api.ts'
import { anHttpCompany, type HttpCompany } from '../../../../../testing/http-company.ts'
import { setUp } from '../../../../../testing/set-up.ts'
import { setUpTestServer } from '../../../../../testing/test-server.ts'
import type { RawRequest } from '../../../../gateways/payments/port.ts'
import { signedRequest } from '../../../../gateways/payments/sandbox/webhook.ts'
import { webhookSecrets } from '../../../../platform/auth/webhook-secrets.ts'
import { cardForm } from '../../testing.ts'

const test = setUpTestServer()
const mine = setUp(() => anHttpCompany(test, 'webhook-company'))
const rival = setUp(() => anHttpCompany(test, 'webhook-rival'))

const secretOf = (company: HttpCompany, name = 'sandbox'): string =>
  webhookSecrets(test.app.config, name, company.accountId)[0]!

const event = (company: HttpCompany, id: string, more: { secret?: string; agoMs?: number } = {}) =>
  signedRequest(
    { id, kind: 'charge.updated', chargeRef: 'sbc_nobody', accountId: company.accountId },
    more.secret ?? secretOf(company),
    test.clock.wallNow() - (more.agoMs ?? 0),
  )

const post = (company: HttpCompany, request: Pick<RawRequest, 'headers' | 'body'>, processor = 'sandbox') =>
  callApi(test.server, {
    method: 'POST',
    path: `/api/webhooks/${processor}/${company.accountId}/`,
    headers: { ...request.headers },
    file: { type: 'application/json', bytes: request.body },
  })

const stored = (company: HttpCompany) =>
  company.run((ctx) =>
    ctx.db
      .selectFrom('provider_inbox')
      .select(['event_id', 'object', 'raw_body'])
      .orderBy('event_id')
      .execute(),
  )

describe('a webhook', () => {
  it('is stored with its raw bytes, unparsed, before it is answered', async () => {
    const spaced = Buffer.from(
      `{ "id": "sbe_raw", "type":"charge.updated","data":{"object":"charge","id":"sbc_nobody"},\n "account":"${mine.accountId}", "more":"\\u00e9" }`,
    )
    const seconds = Math.floor(test.clock.wallNow() / 1000)
    const signature = createHmac('sha256', secretOf(mine)).update(`${seconds}.`).update(spaced).digest('hex')
    const headers = { 'sandbox-signature': `t=${seconds},v1=${signature}` }
    expect(await post(mine, { headers, body: spaced })).toMatchObject({
      status: 200,
      body: { received: true },
    })
    expect(await stored(mine)).toMatchObject([{ event_id: 'sbe_raw', object: 'payment', raw_body: spaced }])
  })

  it('is stored once when repeated and sent concurrently', async () => {
    const request = event(mine, 'sbe_twice')
    const answers = await Promise.all(Array.from({ length: 20 }, () => post(mine, request)))
    expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(200))
    expect((await stored(mine)).filter((row) => row.event_id === 'sbe_twice')).toHaveLength(1)
    const jobs = await mine.run((ctx) =>
      ctx.db
        .selectFrom('pgboss.job' as never)
        .select(['name', 'data'] as never)
        .execute(),
    )
    expect(jobs).toContainEqual(expect.objectContaining({ name: 'payments.handle-provider-event' }))
  })

  it('is stored when its kind is unknown', async () => {
    const raw = Buffer.from(
      JSON.stringify({
        id: 'sbe_odd',
        type: 'payout.paid',
        account: mine.accountId,
        data: { object: 'payout', id: 'po_1' },
      }),
    )
    const seconds = Math.floor(test.clock.wallNow() / 1000)
    const v1 = createHmac('sha256', secretOf(mine)).update(`${seconds}.`).update(raw).digest('hex')
    expect(
      await post(mine, { headers: { 'sandbox-signature': `t=${seconds},v1=${v1}` }, body: raw }),
    ).toMatchObject({ status: 200 })
    expect(await stored(mine)).toContainEqual(
      expect.objectContaining({ event_id: 'sbe_odd', object: 'other' }),
    )
  })

  it('that is unsigned, old, early, forged or for another business is refused with the same reply and not stored', async () => {
    const before = [await stored(mine), await stored(rival)]
    const good = event(mine, 'sbe_bad')
    const forged = Buffer.from(good.body.toString().replace('sbc_nobody', 'sbc_another'))
    const ofRival = event(rival, 'sbe_bad')
    const refused = [
      await post(mine, { headers: {}, body: good.body }),
      await post(mine, { headers: { 'sandbox-signature': '' }, body: good.body }),
      await post(mine, { ...good, body: forged }),
      await post(mine, { ...good, body: Buffer.concat([good.body, Buffer.from(' ')]) }),
      await post(mine, { ...good, body: Buffer.alloc(0) }),
      await post(mine, event(mine, 'sbe_bad', { agoMs: 301_000 })),
      await post(mine, event(mine, 'sbe_bad', { agoMs: -302_000 })),
      await post(mine, event(mine, 'sbe_bad', { secret: '' })),
      await post(mine, event(mine, 'sbe_bad', { secret: secretOf(mine, 'stripe') })),
      // Signed for another business, or naming another business in its body.
      await post(mine, ofRival),
      await post(mine, event(rival, 'sbe_bad', { secret: secretOf(mine) })),
      await post(rival, good),
      await post(mine, good, 'stripe'),
      await post({ ...mine, accountId: '0197ffff-0000-7000-8000-000000000000' }, good),
    ]
    const refusal = { detail: 'This request is not signed correctly.', code: 'signature_refused' }
    for (const answer of refused) expect(answer).toMatchObject({ status: 401, body: refusal })
    expect([await stored(mine), await stored(rival)]).toEqual(before)
    expect((await post(mine, event(mine, 'sbe_just', { agoMs: 299_000 }))).status).toBe(200)
  })

  it('may have up to 512 KiB of JSON', async () => {
    const body = Buffer.alloc(512 * 1024 + 1, 0x20)
    expect((await post(mine, { headers: {}, body })).status).toBe(413)
    expect((await post(mine, { headers: {}, body: body.subarray(1) })).status).toBe(401)
    const form = await callApi(test.server, {
      method: 'POST',
      path: `/api/webhooks/sandbox/${mine.accountId}/`,
      file: { type: 'application/x-www-form-urlencoded', bytes: Buffer.from('a=b') },
    })
    expect(form.status).toBe(415)
  })

  it('only triggers a fetch from the processor and settles nothing by its claims', async () => {
    const { invoiceId, session } = await mine.linked('40.00')
    const paid = await mine.payer(
      'POST',
      `${invoiceId}/payment-options/sandbox-card/`,
      session,
      cardForm('40.00'),
    )
    const detail = await mine.staff('GET', `${paid.body.id}/`)
    const lie = signedRequest(
      {
        id: 'sbe_lie',
        kind: 'charge.returned',
        chargeRef: String(detail.body.gateway_id),
        accountId: mine.accountId,
      },
      secretOf(mine),
      test.clock.wallNow(),
    )
    expect((await post(mine, lie)).status).toBe(200)
    expect(await mine.staff('GET', `${paid.body.id}/`)).toMatchObject({ body: { status: 'confirmed' } })
  })
})
