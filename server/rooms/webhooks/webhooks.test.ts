import { createHmac } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { DAY_MS, MINUTE_MS } from '../../../domain/dates/durations.ts'
import { setUpTestApp, type Tenant } from '../../../testing/test-app.ts'
import { auditLogSchedules } from '../audit-log/index.ts'
import { sendInvoice } from '../invoices/index.ts'
import { aDraft } from '../invoices/testing.ts'
import { createEndpoint } from './actions/create-endpoint.ts'
import { deliverDue, nextDelivery } from './actions/deliver-due.ts'
import { followEvents } from './actions/follow-events.ts'
import { listDeliveries } from './actions/list-deliveries.ts'
import { listEndpoints } from './actions/list-endpoints.ts'
import { readDelivery } from './actions/read-delivery.ts'
import { replayDelivery } from './actions/replay-delivery.ts'
import { replayRange } from './actions/replay-range.ts'
import { rotateSecret } from './actions/rotate-secret.ts'
import { sendTest } from './actions/send-test.ts'
import { updateEndpoint } from './actions/update-endpoint.ts'

const test = setUpTestApp({ env: { WEBHOOKS_TO_LOOPBACK: 'on' } })
const SYSTEM = { kind: 'system', job: 'webhooks' } as const
let tenant: Tenant
let url: string
let received: { type: string; id: string; signature: string; timestamp: string; body: string }[] = []
let answer: (response: ServerResponse) => void

const receiver = createServer((request: IncomingMessage, response) => {
  const chunks: Buffer[] = []
  request.on('data', (chunk) => chunks.push(chunk as Buffer))
  request.on('end', () => {
    const body = Buffer.concat(chunks).toString()
    const header = (name: string) => String(request.headers[`webhook-${name}`])
    received.push({
      ...{ type: JSON.parse(body).type, id: header('id'), signature: header('signature') },
      ...{ timestamp: header('timestamp'), body },
    })
    answer(response)
  })
})
beforeAll(async () => {
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve))
  url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hooks`
})
afterAll(() => {
  receiver.closeAllConnections()
  receiver.close()
})
beforeEach(async () => {
  test.clock.set('2026-11-20T15:00:00Z')
  received = []
  answer = (response) => response.writeHead(204).end()
  tenant = await test.tenant()
})

const add = (event_types: string[] = []) =>
  tenant.run((ctx) => createEndpoint(ctx, { url, description: '', event_types: event_types as never }))
async function anInvoiceSent(): Promise<void> {
  const draft = await tenant.run((ctx) => aDraft(ctx))
  await tenant.run((ctx) => sendInvoice(ctx, draft.id, { message: '', email: false }))
  test.clock.advance(2 * MINUTE_MS)
  for (const { run } of auditLogSchedules) await run(tenant.uow(SYSTEM))
}
const follow = () => followEvents(tenant.uow(SYSTEM))
const deliver = () => deliverDue(tenant.uow(SYSTEM))
const log = async (endpoint: string) =>
  (await tenant.run((ctx) => listDeliveries(ctx, endpoint, { state: undefined, before: undefined }))).results
const first = async () => (await tenant.run(listEndpoints)).results[0]!

/** The signature that Standard Webhooks prescribes, computed independently. */
const sign = (secret: string, { id, timestamp, body }: (typeof received)[number]) =>
  `v1,${createHmac('sha256', Buffer.from(secret.replace('whsec_', ''), 'base64'))
    .update(`${id}.${timestamp}.${body}`)
    .digest('base64')}`

describe('an endpoint', () => {
  it('receives its chosen events once, in order and signed', async () => {
    await anInvoiceSent()
    const all = await add()
    const some = await add(['invoice.sent'])
    await anInvoiceSent()
    await follow()
    await follow()
    await deliver()
    const types = received.map(({ type }) => type)
    expect(types.filter((type) => type === 'invoice.sent')).toHaveLength(2)
    expect(types.filter((type) => type === 'invoice.created')).toHaveLength(1)
    expect(await log(some.pk)).toHaveLength(1)
    const toAll = received.filter((one) => one.signature === sign(all.secret, one))
    expect(toAll.map(({ type }) => type).toSorted()).toEqual(
      (await log(all.pk)).map((one) => one.event_type).toSorted(),
    )
    const positions = toAll.map(({ body }) => JSON.parse(body).data.position)
    expect(positions).toEqual(positions.toSorted((a, b) => a - b))
    await deliver()
    expect(received).toHaveLength(types.length)
  })

  it('signs with both secrets for a day after a rotation', async () => {
    const { pk, secret } = await add(['invoice.sent'])
    const next = await tenant.run((ctx) => rotateSecret(ctx, pk))
    await sendTest(tenant.uow(tenant.owner), pk)
    const one = received[0]!
    expect(one.signature).toBe(`${sign(next.secret, one)} ${sign(secret, one)}`)
    test.clock.advance(DAY_MS)
    await sendTest(tenant.uow(tenant.owner), pk)
    expect(received[1]!.signature).toBe(sign(next.secret, received[1]!))
  })

  it('refuses addresses of inner networks, and an account reaches only its own', async () => {
    for (const bad of ['https://printer.local/', 'https://db/', 'http://example.com/', 'ftp://example.com/'])
      await expect(
        tenant.run((ctx) => createEndpoint(ctx, { url: bad, description: '', event_types: [] })),
        bad,
      ).rejects.toMatchObject({ code: 'invalid_input' })
    for (const inside of [
      ...['10.0.0.5', '172.16.4.1', '192.168.1.20', '100.64.0.1', '169.254.169.254', '0.0.0.0', '127.0.0.2'],
      ...['0x0a000005', '2852039166', '192.168.1', '[::1]', '[fe80::1]', '[fd00::1]', '[::ffff:10.0.0.5]'],
    ]) {
      const refused = { code: 'invalid_input', fields: { url: [expect.stringContaining('public internet')] } }
      const inner = `https://${inside}/hooks`
      await expect(
        tenant.run((ctx) => createEndpoint(ctx, { url: inner, description: '', event_types: [] })),
        inner,
      ).rejects.toMatchObject(refused)
    }
    const { pk } = await add()
    await expect(
      tenant.run((ctx) => updateEndpoint(ctx, pk, { url: 'https://169.254.169.254/latest/' })),
      'an address that is changed',
    ).rejects.toMatchObject({ code: 'invalid_input' })
    await tenant.run((ctx) => updateEndpoint(ctx, pk, { url: 'https://8.8.8.8/hooks' }))
    const rival = await test.tenant()
    await expect(rival.run((ctx) => rotateSecret(ctx, pk))).rejects.toMatchObject({ code: 'not_found' })
    expect((await rival.run(listEndpoints)).results).toEqual([])
  })
})

describe('a receiver that fails', () => {
  it('gets the event again after growing waits, for three days, and is then turned off with an email', async () => {
    const { pk } = await add(['invoice.sent'])
    answer = (response) => response.writeHead(500).end('out of order')
    await anInvoiceSent()
    await follow()
    const waits: number[] = []
    const begin = test.clock.wallNow()
    for (
      let at = await nextDelivery(tenant.uow(SYSTEM));
      at !== null;
      at = await nextDelivery(tenant.uow(SYSTEM))
    ) {
      waits.push(Math.round((at - test.clock.wallNow()) / MINUTE_MS))
      test.clock.set(new Date(Math.max(at, test.clock.wallNow())).toISOString())
      await deliver()
    }
    expect(received).toHaveLength(10)
    expect(new Set(received.map(({ id }) => id)).size).toBe(1)
    expect(waits.toSorted((a, b) => a - b)).toEqual(waits)
    expect(test.clock.wallNow() - begin).toBeGreaterThan(2.9 * DAY_MS)
    expect(await first()).toMatchObject({ state: 'failed' })
    const [failed] = await log(pk)
    expect(failed).toMatchObject({ state: 'failed', attempts: 10, last_status: 500 })
    const detail = await tenant.run((ctx) => readDelivery(ctx, pk, failed!.pk))
    expect(detail.requests[0]).toMatchObject({ status: 500, answer: 'out of order' })
    const mails = await tenant.run((ctx) =>
      ctx.db
        .selectFrom('mail_messages')
        .select('subject')
        .where('kind', '=', 'webhooks.turned-off')
        .execute(),
    )
    expect(mails).toEqual([
      { subject: 'Your webhook to 127.0.0.1:'.concat(new URL(url).port, ' was turned off') },
    ])
  })

  it('loses nothing: what it missed is replayed, one by one or a period', async () => {
    const { pk } = await add(['invoice.sent'])
    await tenant.run((ctx) => updateEndpoint(ctx, pk, { enabled: false }))
    await anInvoiceSent()
    await follow()
    await deliver()
    expect(received).toEqual([])
    await tenant.run((ctx) => updateEndpoint(ctx, pk, { enabled: true }))
    const period = { from: '2026-11-20T00:00:00Z', to: '2026-11-21T00:00:00Z' }
    expect(await tenant.run((ctx) => replayRange(ctx, pk, period))).toMatchObject({
      queued: 1,
      has_more: false,
    })
    await deliver()
    const [sent] = await log(pk)
    await tenant.run((ctx) => replayDelivery(ctx, pk, sent!.pk))
    await deliver()
    expect(received.map(({ type }) => type)).toEqual(['invoice.sent', 'invoice.sent'])
    expect(received[0]!.id).toBe(received[1]!.id)
    await expect(
      tenant.run((ctx) => replayRange(ctx, pk, { from: period.to, to: period.from })),
    ).rejects.toMatchObject({ code: 'invalid_input' })
  })

  it('is not followed when it redirects, and is asked no more after 410', async () => {
    const { pk } = await add(['invoice.sent'])
    answer = (response) => response.writeHead(302, { location: 'http://169.254.169.254/latest/' }).end()
    const redirected = await sendTest(tenant.uow(tenant.owner), pk)
    expect(redirected).toMatchObject({ state: 'failed', last_status: 302 })
    expect(redirected.last_problem).toContain('Redirects aren’t followed')
    answer = (response) => response.writeHead(410).end()
    await anInvoiceSent()
    await follow()
    await deliver()
    expect(await first()).toMatchObject({ state: 'failed', waiting: 0 })
  })

  it('has the delivery again after a worker that was killed between request and record', async () => {
    const { pk } = await add(['invoice.sent'])
    await anInvoiceSent()
    await follow()
    const { send } = test.app.webhooks
    const webhooks = test.app.webhooks as { send: typeof send }
    webhooks.send = async (request) => {
      await send(request)
      throw new Error('killed')
    }
    await expect(deliver()).rejects.toThrow('killed')
    webhooks.send = send
    await deliver()
    expect(received).toHaveLength(1)
    test.clock.advance(2 * MINUTE_MS)
    await deliver()
    expect(received).toHaveLength(2)
    expect(received[0]!.id).toBe(received[1]!.id)
    expect((await log(pk))[0]).toMatchObject({ state: 'delivered', attempts: 2 })
  })
})
