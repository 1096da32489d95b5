import { aKey } from '../../../server/rooms/api-keys/testing.ts'
import { aFailedDelivery, anEndpoint, removeSpareEndpoints } from '../../../server/rooms/webhooks/testing.ts'
import type { Subject } from '../subject.ts'
import { account, type SamplesOf } from './sample.ts'

const keyOf = (s: Subject) => s.make('api key', () => s.company.run((ctx) => aKey(ctx)))
const oneKey = async (s: Subject) => ({ ...account(s), key: (await keyOf(s)).id })

export const apiKeys: SamplesOf<'apiKeys'> = {
  export: (s) => ({ params: account(s), body: {} }),
  list: (s) => ({ params: account(s) }),
  create: (s) => ({
    params: account(s),
    body: { name: 'Warehouse', scopes: ['invoices.read'], expires_in_days: 90 },
  }),
  rename: async (s) => ({ params: await oneKey(s), body: { name: 'Warehouse' } }),
  revoke: async (s) => ({ params: await oneKey(s) }),
}

/** An endpoint with a failed delivery. */
const endpointOf = (s: Subject) =>
  s.make('endpoint', () =>
    s.company.run(async (ctx) => {
      const { pk } = await anEndpoint(ctx)
      return { webhook: pk, delivery: await aFailedDelivery(ctx, pk) }
    }),
  )
const oneEndpoint = async (s: Subject) => ({ ...account(s), webhook: (await endpointOf(s)).webhook })
const oneDelivery = async (s: Subject) => ({ ...account(s), ...(await endpointOf(s)) })

export const webhooks: SamplesOf<'webhooks'> = {
  list: (s) => ({ params: account(s) }),
  create: async (s) => ({
    params: await s.make('few endpoints', () => s.company.run(removeSpareEndpoints)).then(() => account(s)),
    body: { url: 'https://hooks.example.com/quittance', event_types: ['invoice.sent'] },
    headers: { 'idempotency-key': s.requestId() },
  }),
  update: async (s) => ({ params: await oneEndpoint(s), body: { description: 'Warehouse' } }),
  remove: async (s) => ({ params: await oneEndpoint(s) }),
  rotate: async (s) => ({ params: await oneEndpoint(s), body: {} }),
  test: async (s) => ({ params: await oneEndpoint(s), body: {} }),
  deliveries: async (s) => ({ params: await oneEndpoint(s) }),
  delivery: async (s) => ({ params: await oneDelivery(s) }),
  replay: async (s) => ({ params: await oneDelivery(s), body: {} }),
  replayRange: async (s) => ({
    params: await oneEndpoint(s),
    body: { from: '2026-11-01T00:00:00Z', to: '2026-11-02T00:00:00Z' },
  }),
}
