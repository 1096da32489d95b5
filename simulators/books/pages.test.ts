import { expect, it } from 'vitest'
import { setUp } from '../../testing/set-up.ts'
import { startClioSimulator } from '../clio/index.ts'
import { startQuickBooksSimulator } from '../quickbooks/index.ts'
import { startXeroSimulator } from '../xero/index.ts'
import { fillClio, fillQuickBooks, fillXero } from './fill-free-books.ts'

const close = (made: { close(): Promise<void> }) => made.close()
const intuit = setUp(() => startQuickBooksSimulator({ others: ['Free books'] }), close)
const xero = setUp(() => startXeroSimulator(), close)
const clio = setUp(() => startClioSimulator({ others: ['Free books'] }), close)

async function read(address: string): Promise<{ status: number; text: string }> {
  const reply = await fetch(address)
  return { status: reply.status, text: await reply.text() }
}

/** Reads the pages to which a page links. */
async function readLinked(origin: string, page: string): Promise<string[]> {
  const links = [...page.matchAll(/<a href="([^"]+)"/g)].map(([, href]) => href!.replaceAll('&amp;', '&'))
  const pages = await Promise.all(links.map((href) => read(`${origin}${href}`)))
  expect(pages.map(({ status }) => status)).toEqual(links.map(() => 200))
  return pages.map(({ text }) => text)
}

it('QuickBooks has a page of a customer, an invoice, a payment and a credit memo, of all companies', async () => {
  const { books, others, origin } = intuit
  others.forEach(fillQuickBooks)
  const evil = books.put('Customer', { DisplayName: '<b>Alder</b>', Active: true })
  const page = (id: string) => read(`${origin}/app/customerdetail?nameId=${id}`)
  expect((await page(evil.Id)).text).toContain('&lt;b&gt;Alder&lt;/b&gt;')
  const [joinery] = others[0]!.list('Customer')
  const customer = await page(joinery!.Id)
  expect(customer.text).toContain('Free books')
  const pages = await readLinked(origin, customer.text)
  expect(pages.filter((text) => text.includes('Credit memo CM-200'))).toHaveLength(1)
  const paid = pages.find((text) => text.includes('Invoice 2003'))!
  expect((await readLinked(origin, paid)).some((text) => text.includes('Payment Check 410'))).toBe(true)
  expect((await page('nobody')).status).toBe(404)
})

it('Xero has a page of a contact, an invoice, a payment and a credit note', async () => {
  const { books, origin } = xero
  fillXero(books)
  const [contact] = books.list('Contacts')
  const pages = await readLinked(
    origin,
    (await read(`${origin}/Contacts/View/${String(contact!.ContactID)}`)).text,
  )
  expect(pages.filter((text) => text.includes('Credit note CN-20'))).toHaveLength(1)
  const paid = pages.find((text) => text.includes('Invoice INV-203'))!
  expect((await readLinked(origin, paid)).some((text) => text.includes('Payment Check 410'))).toBe(true)
  expect((await read(`${origin}/AccountsReceivable/View.aspx?InvoiceID=none`)).status).toBe(404)
})

it('Clio has a page of a client and of a bill, which takes a payment', async () => {
  const { others, origin } = clio
  others.forEach(fillClio)
  const [firm] = others
  const [bill] = firm!.list('bills')
  const address = `${origin}/nc/bills/${bill!.id}`
  expect((await read(`${origin}/nc/`)).text).toContain('location.hash')
  expect(await readLinked(origin, (await read(address)).text)).toEqual([
    expect.stringContaining('Poplar Press'),
  ])
  const enter = (fields: Record<string, string>) =>
    fetch(`${address}/payments`, { method: 'POST', body: new URLSearchParams(fields), redirect: 'manual' })
  const date = '2026-11-20'
  for (const [fields, answer] of [
    [{ amount: 'forty', date }, 'Enter an amount such as 40.00.'],
    [{ amount: '0', date }, 'Enter an amount such as 40.00.'],
    [{ amount: '640.01', date }, 'The amount is more than the balance.'],
    [{ amount: '40', date: '2026-13-40' }, 'Enter a date.'],
  ] as const) {
    const reply = await enter(fields)
    expect(reply.status).toBe(400)
    expect(await reply.text()).toContain(answer)
  }
  expect(firm!.bill(String(bill!.id)).balance, 'nothing was entered').toBe(640)
  expect((await enter({ amount: '40.00', date, reference: 'Check 7' })).status).toBe(303)
  expect(firm!.bill(String(bill!.id))).toMatchObject({ balance: 600, paid: 40 })
  expect((await read(address)).text).toContain(`${date} · $40.00 · Check 7`)
  expect((await fetch(`${origin}/nc/bills/1/payments`, { method: 'POST' })).status).toBe(404)
})
