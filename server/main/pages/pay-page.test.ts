import type { FastifyRequest } from 'fastify'
import { expect, it } from 'vitest'
import { setUpTestApp } from '../../../testing/test-app.ts'
import { createPayLink } from '../../rooms/invoices/index.ts'
import { anOpenInvoice } from '../../rooms/payments/testing.ts'
import { payPage } from './pay-page.ts'

const HTML = '<head><title>Quittance</title></head><body><div id="app"></div><footer></footer></body>'

const test = setUpTestApp()

const page = (token: string, host: string | null = null) =>
  payPage(
    test.app,
    { id: 'test', ip: '127.0.0.1', query: { token } } as unknown as FastifyRequest,
    HTML,
    host,
  )

it('shows a company name with replacement patterns unchanged', async () => {
  const name = "Rob $& Sons $' $` x"
  const tenant = await test.tenant({ name })
  const { url } = await tenant.run(async (ctx) =>
    createPayLink(ctx, (await anOpenInvoice(ctx, '12.00')).invoiceId),
  )
  const token = new URL(url).searchParams.get('token')!
  const shown = await page(token)
  const escaped = 'Rob $&amp; Sons $&#39; $` x'
  expect(shown).toContain(`from ${escaped}</title>`)
  expect(shown).toContain(`<p class="first-look-company">${escaped}</p>`)
  expect(shown.match(/<footer>/g)).toHaveLength(1)
  expect(await page('nothing')).toBe(HTML)
  expect(await page(token, tenant.accountId)).toBe(shown)
  const neighbour = await test.tenant({ name: 'Next Door' })
  expect(await page(token, neighbour.accountId), 'on another company’s host').toBe(HTML)
})
