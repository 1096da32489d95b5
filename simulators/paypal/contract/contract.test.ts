import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { PayPalEvent } from '../state/wire-types.ts'
import { loadContract } from './load-contract.ts'

const specs = join(import.meta.dirname, '..', '..', '..', '..', 'shared', 'provider-specs', 'paypal')

const exchange = (
  method: string,
  path: string,
  body: object | null,
  answer: object | null,
  status = 200,
) => ({
  method,
  path,
  query: '',
  headers: {
    authorization: 'Bearer A21AA',
    'paypal-request-id': 'k-1',
    'content-type': 'application/json',
  },
  body: body === null ? '' : JSON.stringify(body),
  status,
  answer: answer === null ? '' : JSON.stringify(answer),
})

const ORDER = {
  intent: 'CAPTURE',
  purchase_units: [{ amount: { currency_code: 'USD', value: '10.00' } }],
}
const ANSWER = { id: '5O190127TN364715T', status: 'CREATED' }

it('reports calls without a key that could be repeated, and without authorization', async () => {
  const contract = await loadContract()
  const { headers, ...rest } = exchange('POST', '/v2/checkout/orders', ORDER, ANSWER, 201)
  contract.checkExchange({ ...rest, headers: { ...headers, 'paypal-request-id': undefined } })
  contract.checkExchange({ ...rest, headers: { ...headers, authorization: undefined } })
  expect(contract.violations).toEqual([
    'POST /v2/checkout/orders: no PayPal-Request-Id',
    'POST /v2/checkout/orders: no authorization',
  ])
})

describe.skipIf(!existsSync(specs))('the check of the published contract', () => {
  it('reports missing and wrong fields of requests and answers, by call', async () => {
    const contract = await loadContract()
    const refundPath = '/v2/payments/captures/2GG279541U471931P/refund'
    const good = [
      exchange('POST', '/v2/checkout/orders', ORDER, ANSWER, 201),
      exchange('PATCH', '/v2/checkout/orders/5O190127TN364715T', [{ op: 'replace' }], null, 204),
      exchange('POST', refundPath, { amount: { currency_code: 'USD', value: '1.00' } }, { id: 'R' }, 201),
      exchange('GET', '/v1/reporting/transactions', null, { anything: true }),
    ]
    for (const one of good) contract.checkExchange(one)
    expect(contract.violations).toEqual([])
    const bad = [
      exchange('POST', '/v2/checkout/orders', { ...ORDER, intent: undefined }, ANSWER, 201),
      exchange('POST', '/v2/checkout/orders', { ...ORDER, purchase_units: [{}] }, ANSWER, 201),
      exchange('POST', '/v2/checkout/orders', ORDER, { ...ANSWER, status: 'PAID' }, 201),
      exchange('POST', refundPath, { amount: { value: '1.00' } }, { id: 'R' }, 201),
      exchange('GET', '/v2/payments/captures/2GG279541U471931P', null, { status: 'REVERSED' }),
      exchange('POST', '/v1/notifications/verify-webhook-signature', { webhook_id: '1' }, {}),
      exchange('POST', '/v1/notifications/webhooks', { url: 'https://x.example' }, {}, 201),
      exchange('POST', '/v2/customer/partner-referrals', { tracking_id: '1' }, { links: [] }, 201),
      exchange('GET', '/v2/checkout/orders/5O190127TN364715T', null, ANSWER, 206),
    ]
    for (const one of bad) {
      const before = contract.violations.length
      contract.checkExchange(one)
      expect(contract.violations.length, JSON.stringify(one)).toBeGreaterThan(before)
    }
  })

  it('reports an event that is none, and leaves a refused request to its caller', async () => {
    const contract = await loadContract()
    contract.checkExchange(exchange('POST', '/v2/checkout/orders', {}, { name: 'INVALID_REQUEST' }, 400))
    expect(contract.violations).toEqual([])
    contract.checkEvent({ id: 7 } as unknown as PayPalEvent)
    expect(contract.violations).toHaveLength(1)
  })
})
