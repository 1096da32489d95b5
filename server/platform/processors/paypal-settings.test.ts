import { expect, it } from 'vitest'
import { readConfig } from '../config.ts'

const SECRET = 'a-secret-of-more-than-thirty-two-letters'
const read = (env: Record<string, string>) => readConfig({ SECRET, NODE_ENV: 'test', ...env })
const PARTNER = { PAYPAL_CLIENT_ID: 'a', PAYPAL_CLIENT_SECRET: 'b', PAYPAL_PARTNER_ID: 'c' }

it('offers PayPal only when it is on, and lets an operator keep its connection from all accounts', () => {
  expect(read({})).toMatchObject({ payPal: null, flags: {} })
  expect(read({ PAYPAL: 'on' })).toMatchObject({
    payPal: {
      apiUrls: { live: 'https://api-m.paypal.com', sandbox: 'https://api-m.sandbox.paypal.com' },
      scriptUrl: 'https://www.paypal.com/sdk/js',
      partner: null,
    },
    flags: { paypal: true },
  })
  expect(read({ PAYPAL: 'on', FLAGS: 'paypal=off' }).flags.paypal).toBe(false)
})

it('takes certificates of webhooks from PayPal’s hosts only', () => {
  expect(read({ PAYPAL: 'on' }).payPal!.certificateOrigins).toEqual([
    'https://api-m.paypal.com',
    'https://api.paypal.com',
    'https://api-m.sandbox.paypal.com',
    'https://api.sandbox.paypal.com',
  ])
})

it('refuses half of a partner’s registration, and addresses that anybody could read', () => {
  expect(read({ PAYPAL: 'on', ...PARTNER }).payPal!.partner).toMatchObject({ partnerId: 'c', world: 'live' })
  expect(() => read({ PAYPAL: 'on', PAYPAL_CLIENT_ID: 'a' })).toThrow(/belong together/)
  expect(() => read(PARTNER)).toThrow('PAYPAL_CLIENT_ID needs PAYPAL=on.')
  expect(() => read({ PAYPAL: 'on', PAYPAL_API_URL: 'http://api.example' })).toThrow(/https/)
})
