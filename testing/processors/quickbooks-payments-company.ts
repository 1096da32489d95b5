import { readConnection } from '../../server/rooms/connections/index.ts'
import { type QuickBooksSimulator, startQuickBooksSimulator } from '../../simulators/quickbooks/index.ts'
import { callApi } from '../call-api.ts'
import { anHttpCompany, type HttpCompany, type ReplyBody } from '../http-company.ts'
import { createTestServer, type TestServer } from '../test-server.ts'

/** The product beside a simulated Intuit. */
export interface QuickBooksTest extends TestServer {
  readonly intuit: QuickBooksSimulator
}

export async function createQuickBooksTest(): Promise<QuickBooksTest> {
  let test: TestServer | undefined
  const intuit = await startQuickBooksSimulator({ now: () => test?.clock.wallNow() ?? Date.now() })
  const made = await createTestServer({ env: intuit.env })
  test = made
  return {
    ...made,
    intuit,
    async close() {
      await intuit.close()
      await made.close()
    },
  }
}

type Answer = ReturnType<HttpCompany['staff']>

export interface QuickBooksCompany extends HttpCompany {
  connection(step: 'start' | 'finish' | 'disconnect', body?: object): Answer
  /** Begins a connection and agrees at Intuit for a company there; a new one without `realmId`. */
  consent(realmId?: string): Promise<Returned>
  /** Connects the company. Returns its id at Intuit. */
  connect(realmId?: string): Promise<string>
}

/** A company that is not connected yet. */
export async function aQuickBooksCompany(
  test: QuickBooksTest,
  subDomain: string,
): Promise<QuickBooksCompany> {
  const company = await anHttpCompany(test, subDomain)
  const connection: QuickBooksCompany['connection'] = (step, body) =>
    callApi<ReplyBody>(test.server, {
      method: 'POST',
      path: `/api/accounts/${company.accountId}/payment-connections/quickbooks_payments/${step}/`,
      token: company.token,
      ...(body && { body }),
    })
  const consent: QuickBooksCompany['consent'] = async (realmId) =>
    agreeAtIntuit(String((await connection('start')).body.url), realmId)
  return {
    ...company,
    connection,
    consent,
    async connect(realmId) {
      const { status, body } = await connection('finish', await consent(realmId))
      if (status !== 200) throw new Error(`Not connected: ${JSON.stringify(body)}`)
      return (await company.run((ctx) => readConnection(ctx, 'quickbooks_payments')))!.remoteId!
    },
  }
}

interface Returned {
  readonly code: string
  readonly state: string
  readonly extra_data: { readonly realmId: string }
}

/** Presses Connect on Intuit's page. Returns what our page sends on. */
export async function agreeAtIntuit(page: string, realmId = ''): Promise<Returned> {
  const form = new URLSearchParams(new URL(page).search)
  form.set('decision', 'allow')
  form.set('company', realmId)
  const reply = await fetch(new URL('/connect/oauth2', page), {
    method: 'POST',
    body: form,
    redirect: 'manual',
  })
  const back = new URL(reply.headers.get('location')!).searchParams
  const get = (name: string) => back.get(name)!
  return { code: get('code'), state: get('state'), extra_data: { realmId: get('realmId') } }
}

export const GOOD_CARD = '4242424242424242'

/** Sends what a payer typed to QuickBooks, as the browser does. Returns the token. */
export async function makeQuickBooksToken(
  origin: string,
  typed: { readonly number: string; readonly name?: string } | { readonly accountNumber: string },
): Promise<string> {
  const body =
    'number' in typed
      ? {
          card: {
            number: typed.number,
            expMonth: '12',
            expYear: '2030',
            cvc: '123',
            name: typed.name ?? 'Pat Payer',
            address: { postalCode: '10001' },
          },
        }
      : {
          bankAccount: {
            name: 'Pat Payer',
            routingNumber: '110000000',
            accountNumber: typed.accountNumber,
            accountType: 'PERSONAL_CHECKING',
            phone: '2125550100',
          },
        }
  const reply = await fetch(`${origin}/quickbooks/v4/payments/tokens`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'request-id': crypto.randomUUID() },
    body: JSON.stringify(body),
  })
  return ((await reply.json()) as { value: string }).value
}
