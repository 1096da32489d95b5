import { createHash } from 'node:crypto'
import * as library from 'node-quickbooks'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type QuickBooksSimulator, startQuickBooksSimulator } from './index.ts'

/* Another program's client of QuickBooks Online is understood: the simulator is not only what our adapter expects. */

type Callback = (error: unknown, answer: unknown) => void
type Client = Record<string, (...given: (Callback | unknown)[]) => void>

/** Its types describe no constructor. */
const QuickBooks = (library as unknown as { default: new (...settings: unknown[]) => Client }).default

const VERIFIER = 'a verifier that nobody else knows'
let simulator: QuickBooksSimulator
let client: Client
const customer = () => simulator.books.list('Customer')[0]!.Id

/** Returns an access token, as for any program. */
async function authorize({ origin }: QuickBooksSimulator): Promise<string> {
  const challenge = createHash('sha256').update(VERIFIER).digest('base64url')
  const asked = { scope: 'com.intuit.quickbooks.accounting', redirect_uri: 'http://client.test/back' }
  const page = await fetch(
    `${origin}/connect/oauth2?${new URLSearchParams({ ...asked, state: 's', code_challenge: challenge })}`,
    { redirect: 'manual' },
  )
  const code = new URL(page.headers.get('location')!).searchParams.get('code')!
  const body = new URLSearchParams({ grant_type: 'authorization_code', code, code_verifier: VERIFIER })
  const answer = await fetch(`${origin}/oauth2/v1/tokens/bearer`, { method: 'POST', body })
  return ((await answer.json()) as { access_token: string }).access_token
}

const call = <Answer>(name: string, ...given: unknown[]): Promise<Answer> =>
  new Promise((resolve, reject) => {
    client[name]!(...given, (error: unknown, answer: unknown) =>
      error ? reject(error as Error) : resolve(answer as Answer),
    )
  })

beforeAll(async () => {
  simulator = await startQuickBooksSimulator()
  const { books } = simulator
  const { Id } = books.put('Customer', { DisplayName: 'Alder Clinic', Active: true })
  for (const at of [1, 2, 3]) books.addInvoice(Id, 100 * at, `N-${at}`)
  const token = await authorize(simulator)
  client = new QuickBooks('key', 'secret', token, '', books.realmId, false, false, 75, '2.0', '')
  Object.assign(client, { endpoint: `${simulator.origin}/v3/company/` })
})
afterAll(() => simulator.close())

describe('node-quickbooks', () => {
  it('reads the company, customers and invoices', async () => {
    const company = await call<{ CompanyName: string }>('getCompanyInfo', simulator.books.realmId)
    expect(company.CompanyName).toContain(simulator.books.realmId.slice(-4))
    const found = await call<{ QueryResponse: { Invoice: { Balance: number }[] } }>('findInvoices', [
      { field: 'DocNumber', value: 'N-2' },
    ])
    expect(found.QueryResponse.Invoice.map(({ Balance }) => Balance)).toEqual([200])
    const paged = await call<{ QueryResponse: { Customer: object[] } }>('findCustomers', { limit: 1 })
    expect(paged.QueryResponse.Customer).toHaveLength(1)
  })

  it('pays an invoice once for a request id, finds the change, and deletes the payment', async () => {
    const [invoice] = simulator.books.list('Invoice')
    const pay = () =>
      call<{ Id: string; SyncToken: string }>('createPayment', {
        CustomerRef: { value: customer() },
        TotalAmt: 60,
        Line: [{ Amount: 40, LinkedTxn: [{ TxnId: invoice!.Id, TxnType: 'Invoice' }] }],
        requestId: 'client-1',
      })
    const payment = await pay()
    expect((await pay()).Id).toBe(payment.Id)
    const read = await call<{ Balance: number }>('getInvoice', invoice!.Id)
    expect(read.Balance).toBe(60)
    expect(await call('getPayment', payment.Id)).toMatchObject({ UnappliedAmt: 20 })
    const since = new Date(Date.now() - 60_000).toISOString()
    expect(JSON.stringify(await call('changeDataCapture', ['Payment'], since))).toContain(`"${payment.Id}"`)
    await call('deletePayment', payment.Id)
    expect((await call<{ Balance: number }>('getInvoice', invoice!.Id)).Balance).toBe(100)
  })

  it('gets a refusal by its code', async () => {
    await expect(call('getInvoice', '999999')).rejects.toMatchObject({
      response: { data: { Fault: { Error: [{ code: '610' }] } } },
    })
    expect(simulator.violations).toEqual([])
  })
})
