import { describe, expect, it } from 'vitest'
import { noteSecret } from '../../../../testing/logs/watched-log.ts'
import { aKeyedCompany } from '../../../../testing/processors/keyed-company.ts'
import { A_KEY, createKeyedProcessor } from '../../../../testing/processors/keyed-processor.ts'
import { setUp } from '../../../../testing/set-up.ts'
import { setUpTestServer } from '../../../../testing/test-server.ts'
import { createProcessors } from '../../../main/processors.ts'
import { readConnection } from './read-connection.ts'

const test = setUpTestServer({ processors: (app) => [...createProcessors(app), createKeyedProcessor(app)] })
const mine = setUp(() => aKeyedCompany(test, 'by-keys'))
noteSecret(A_KEY)

const connect = (values: Record<string, string>) => mine.connect('keyed_pay', values)
const listed = async () => {
  const { body } = await mine.account('GET', 'payment-connections/')
  const connections = body as unknown as Record<string, unknown>[]
  return { text: JSON.stringify(body), of: connections.find(({ provider }) => provider === 'keyed_pay') }
}

describe('a connection by keys', () => {
  it('lists the form, with which fields are secret', async () => {
    expect((await listed()).of).toMatchObject({
      status: 'available',
      by_link: false,
      key_fields: [
        { name: 'merchant', label: 'Merchant number', secret: false, required: true, choices: [] },
        { name: 'api_key', secret: true },
        { name: 'mode', required: false, choices: [{ value: 'test' }, { value: 'live' }] },
      ],
    })
  })

  it('refuses what is missing, unknown or not to choose, before the processor is called', async () => {
    const refused = await connect({ merchant: 'unreachable', mode: 'other', extra: 'x' })
    expect(refused).toMatchObject({
      status: 400,
      body: {
        api_key: ['This field is required.'],
        mode: ['Choose one of the values.'],
        extra: ['This form has no such field.'],
      },
    })
    expect((await mine.connection('keys', { values: { merchant: 7 } })).status).toBe(400)
  })

  it('shows the reason of the processor beside its field, or for the whole form', async () => {
    expect(await connect({ merchant: 'seven', api_key: A_KEY })).toMatchObject({
      status: 400,
      body: { merchant: ['A merchant number has digits only.'] },
    })
    expect(await connect({ merchant: '77', api_key: 'another-key' })).toMatchObject({
      status: 409,
      body: {
        code: 'connection_refused',
        detail: 'Keyed Pay did not accept these keys. Copy them from Keyed Pay again.',
      },
    })
    expect(await connect({ merchant: 'unreachable', api_key: A_KEY })).toMatchObject({
      status: 503,
      body: { code: 'processor_unavailable' },
    })
    expect((await listed()).of).toMatchObject({ status: 'available' })
  })

  it('connects, keeps the keys encrypted, and shows them to nobody', async () => {
    const connected = await connect({ merchant: '77', api_key: A_KEY, mode: 'test' })
    expect(connected).toMatchObject({
      status: 200,
      body: { status: 'connected', business: 'Merchant 77', live: false },
    })
    const { text, of } = await listed()
    expect(of).toMatchObject({ status: 'connected' })
    expect(text + JSON.stringify(connected.body)).not.toContain(A_KEY)
    const row = await mine.run((ctx) =>
      ctx.db.selectFrom('payment_connections').selectAll().executeTakeFirstOrThrow(),
    )
    expect(row.credentials.toString('latin1')).not.toContain(A_KEY)
    expect(await mine.run((ctx) => readConnection(ctx, 'keyed_pay'))).toMatchObject({
      credentials: { accessToken: A_KEY },
    })
  })

  it('ends, and is made again with other keys', async () => {
    expect((await mine.connection('disconnect')).body).toMatchObject({
      status: 'disconnected',
      ended_by: 'staff',
    })
    expect(await mine.run((ctx) => readConnection(ctx, 'keyed_pay'))).toBeNull()
    expect((await connect({ merchant: '77', api_key: A_KEY })).body).toMatchObject({ status: 'connected' })
    expect((await listed()).of).toMatchObject({ status: 'connected', ended: null })
  })

  it('is the owner’s, and only of processors with a form', async () => {
    const values = { merchant: '77', api_key: A_KEY }
    expect((await mine.connection('keys', { values }, await mine.member('admin'))).status).toBe(403)
    for (const provider of ['stripe_connect', 'sandbox', 'nobody'])
      expect((await mine.connection('keys', { values }, mine.token, provider)).status).toBe(404)
    expect((await mine.connection('start')).status).toBe(404)
    expect((await mine.connection('finish', { code: 'x', state: 'y' })).status).toBe(404)
  })
})
