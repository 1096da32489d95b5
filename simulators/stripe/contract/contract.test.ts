import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { loadContract } from './load-contract.ts'

const specs = join(import.meta.dirname, '..', '..', '..', '..', 'shared', 'provider-specs', 'stripe')

const exchange = (path: string, body: string, answer: object, status = 200) => ({
  method: 'POST',
  path,
  query: '',
  headers: {
    authorization: 'Bearer sk_test_1',
    'stripe-version': '2026-10-28.endive',
    'idempotency-key': 'k-1',
    'content-type': 'application/x-www-form-urlencoded',
  },
  body,
  status,
  answer: JSON.stringify(answer),
})

describe.skipIf(!existsSync(specs))('the check of the published contract', () => {
  it('reports unknown, missing and wrong fields of requests and answers', async () => {
    const contract = await loadContract()
    contract.checkExchange(exchange('/v1/payment_intents', 'amount=2000&currency=usd', {}))
    contract.checkExchange(exchange('/v1/payment_methods/pm_1/attach', 'customer=cus_1', {}))
    expect(contract.violations).toEqual([])
    contract.checkExchange(exchange('/v1/payment_intents', 'amount=2000&currency=usd&color=red', {}))
    contract.checkExchange(exchange('/v1/payment_intents', 'amount=2000', {}))
    contract.checkExchange(exchange('/v1/payment_intents', 'amount=many&currency=usd', {}))
    contract.checkExchange(exchange('/v1/payment_methods/pm_1/attach', 'customer=cus_1&color=red', {}))
    contract.checkExchange(exchange('/v1/customers', '', { object: 'customer', id: 'cus_1' }))
    contract.checkExchange(
      exchange('/v1/refunds', 'charge=ch_1', { error: { charge: { object: 'charge' } } }),
    )
    expect(contract.violations).toHaveLength(6)
  })

  it('leaves a refused request to its caller', async () => {
    const contract = await loadContract()
    contract.checkExchange(exchange('/v1/payment_intents', 'amount=2000&currency=usd&color=red', {}, 400))
    expect(contract.violations).toEqual([])
  })
})
