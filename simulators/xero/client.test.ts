import { createHash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { XeroClient } from 'xero-node'
import { startXeroSimulator, type XeroSimulator } from './index.ts'

/* Another program's client of Xero is understood: the simulator is not only what our adapter expects. */

const VERIFIER = 'a verifier that nobody else knows'
const BACK = 'http://client.test/back'
let simulator: XeroSimulator
const client = new XeroClient({ clientId: 'xero-client', clientSecret: '', redirectUris: [BACK] })
let invoice: string
let credit: string

async function authorize({ env }: XeroSimulator): Promise<string> {
  const origin = env.XERO_BOOKS_API_URL!
  const asked = new URLSearchParams({
    client_id: env.XERO_BOOKS_CLIENT_ID!,
    redirect_uri: BACK,
    code_challenge_method: 'S256',
    code_challenge: createHash('sha256').update(VERIFIER).digest('base64url'),
  })
  const page = await fetch(`${env.XERO_BOOKS_AUTHORIZE_URL}?${asked}`, { redirect: 'manual' })
  const code = new URL(page.headers.get('location')!).searchParams.get('code')!
  const basic = Buffer.from(`${env.XERO_BOOKS_CLIENT_ID}:${env.XERO_BOOKS_CLIENT_SECRET}`).toString('base64')
  const grant = { grant_type: 'authorization_code', code, code_verifier: VERIFIER, redirect_uri: BACK }
  const answer = await fetch(env.XERO_BOOKS_TOKEN_URL!, {
    method: 'POST',
    headers: { authorization: `Basic ${basic}` },
    body: new URLSearchParams(grant),
  })
  client.accountingApi.basePath = `${origin}/api.xro/2.0`
  return ((await answer.json()) as { access_token: string }).access_token
}

const tenant = () => simulator.books.tenantId

beforeAll(async () => {
  simulator = await startXeroSimulator()
  const contact = simulator.books.addContact('Alder Clinic')
  invoice = simulator.books.addInvoice(contact, 100, 'N-1')
  credit = simulator.books.addReceived('Overpayments', contact, 30, 'R-1')
  client.accountingApi.accessToken = await authorize(simulator)
})
afterAll(() => simulator.close())

describe('xero-node', () => {
  it('reads the organisation, contacts and invoices', async () => {
    const { body } = await client.accountingApi.getOrganisations(tenant())
    expect(body.organisations?.[0]?.name).toBe(simulator.books.name)
    const listed = await client.accountingApi.getInvoices(tenant())
    expect(listed.body.invoices?.map(({ invoiceNumber, amountDue }) => [invoiceNumber, amountDue])).toEqual([
      ['N-1', 100],
    ])
  })

  it('pays an invoice, uses an overpayment for it, and deletes the payment', async () => {
    const account = simulator.books.list('Accounts').find(({ Type }) => Type === 'BANK')!
    const payment = {
      invoice: { invoiceID: invoice },
      account: { accountID: String(account.AccountID) },
      date: '2026-11-19',
      amount: 40,
    }
    const made = await client.accountingApi.createPayments(tenant(), { payments: [payment] }, false, 'key-1')
    const id = made.body.payments![0]!.paymentID!
    const due = async () =>
      (await client.accountingApi.getInvoice(tenant(), invoice)).body.invoices![0]!.amountDue
    expect(await due()).toBe(60)
    const allocations = [{ invoice: { invoiceID: invoice }, amount: 30, date: '2026-11-19' }]
    await client.accountingApi.createOverpaymentAllocations(tenant(), credit, { allocations }, false, 'key-2')
    expect(await due()).toBe(30)
    await client.accountingApi.deletePayment(tenant(), id, { status: 'DELETED' }, 'key-3')
    expect(await due()).toBe(70)
  })

  it('gets a refusal with its status', async () => {
    const unknown = '00000000-0000-4000-8000-000000000000'
    await expect(client.accountingApi.getInvoice(tenant(), unknown)).rejects.toBeDefined()
    expect(simulator.violations).toEqual([])
  })
})
