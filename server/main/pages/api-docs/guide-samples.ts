/** Checks the signature of a webhook. Shown in the guide as it is, and run by its test. */
export const VERIFY_WEBHOOK = `import { createHmac, timingSafeEqual } from 'node:crypto'

/** True for a request of Quittance. \`body\` is the raw text, before it is parsed. */
export function isGenuine(headers, body, secret) {
  const id = headers['webhook-id']
  const timestamp = headers['webhook-timestamp']
  if (Math.abs(Date.now() / 1000 - Number(timestamp)) > 300) return false
  const key = Buffer.from(secret.replace('whsec_', ''), 'base64')
  const expected = createHmac('sha256', key).update(\`\${id}.\${timestamp}.\${body}\`).digest()
  // There are two signatures for a day after the secret was changed.
  return headers['webhook-signature'].split(' ').some((one) => {
    const given = Buffer.from(one.replace('v1,', ''), 'base64')
    return given.length === expected.length && timingSafeEqual(given, expected)
  })
}`

export const USE_CLIENT = `import { createQuittance } from './operations.ts'

const quittance = createQuittance({
  baseUrl: 'ORIGIN',
  apiKey: process.env.QUITTANCE_KEY,
  account: 'ACCOUNT',
})
const customer = await quittance.customers.create({
  body: { short_name: 'Harbor Foods', email: 'accounts@harborfoods.example' },
  idempotencyKey: 'import-harbor-foods',
})
const { results } = await quittance.invoices.list({ query: { customer: customer.pk } })`
