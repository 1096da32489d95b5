import type { FastifyRequest } from 'fastify'
import { expect, it } from 'vitest'
import { setUpTestApp } from '../../../testing/test-app.ts'
import { updateCustomer } from '../../rooms/customers/index.ts'
import { createPayLink } from '../../rooms/invoices/index.ts'
import { anOpenInvoice } from '../../rooms/payments/testing.ts'
import { payPage } from './pay-page.ts'

const HTML = '<head><title>Quittance</title></head><body><div id="app"></div><footer></footer></body>'

const test = setUpTestApp()

const PAGES = new Map([
  ['en', HTML],
  ['de', HTML.replace('<head>', '<head lang="de">')],
  ['fr', HTML.replace('<head>', '<head lang="fr">')],
] as const)

const page = (token: string, host: string | null = null, headers: Record<string, string> = {}) =>
  payPage(
    test.app,
    { id: 'test', ip: '127.0.0.1', query: { token }, headers } as unknown as FastifyRequest,
    PAGES,
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

it('shows the first look in the chosen, the customer’s, the browser’s or the account’s language', async () => {
  const tenant = await test.tenant({ name: 'Brightwater' })
  const { token, customerId } = await tenant.run(async (ctx) => {
    const invoice = await anOpenInvoice(ctx, '1234.50')
    const { url } = await createPayLink(ctx, invoice.invoiceId)
    return { token: new URL(url).searchParams.get('token')!, customerId: invoice.customer.id }
  })
  const titleFor = async (headers: Record<string, string>) =>
    /<title>(.*)<\/title>/.exec(await page(token, null, headers))![1]
  const english = await titleFor({})
  expect(english).toMatch(/^Invoice .* from Brightwater$/)
  const german = await page(token, null, { 'accept-language': 'it, de-AT;q=0.9, fr;q=0.8' })
  expect(german).toContain('<head lang="de">')
  expect(german).toMatch(/<h1>Rechnung <b>[^<]+<\/b><\/h1>/)
  expect(german).toContain('<p class="first-look-amount">1.234,50\u00a0$</p>')
  expect(german).toMatch(/Fällig in \d+ Tagen<\/span> Fällig am \d+\. \S+ \d{4}<\/p>/)
  await tenant.run((ctx) => updateCustomer(ctx, customerId, { language: 'fr' }))
  expect(await titleFor({ 'accept-language': 'de' })).toMatch(/^Facture .* de Brightwater$/)
  expect(await titleFor({ cookie: 'language=de' })).toMatch(/^Rechnung .* von Brightwater$/)
  expect(await titleFor({ cookie: 'language=nonsense' })).toMatch(/^Facture/)
  const spanish = await page(token, null, { cookie: 'language=es' })
  expect(spanish, 'without a page in Spanish').toContain('<head><title>Factura')
})
