import { randomUUID } from 'node:crypto'
import type pg from 'pg'
import { DEMO_PASSWORD } from '../../seed/demo/demo-company.ts'
import type { Kind } from './open-model.ts'
import { type HttpResponse, sendRequest } from './requests.ts'
import type { Sessions } from './sessions.ts'
import type { TenantAccount } from './tenants.ts'

/** A company of the mixed load, with sessions of its owner and of customers with open invoices. */
export interface Tenant extends Omit<TenantAccount, 'invoices'> {
  readonly token: string
  readonly invoices: readonly { id: string; number: string }[]
  readonly customers: readonly string[]
  readonly payable: readonly { invoice: string; token: string }[]
}

/** An acknowledged payment. */
export interface AcknowledgedPayment {
  readonly id: string
  readonly requestId: string
}

const READ = 40
const MAX_PAYABLE = 40
/** Attempts per payer and invoice. The hourly limit is ten. */
const TRIES = 9
const AMOUNT = '1.00'
const MIN_OWED_MINOR = 2000

/** Opens the sessions of the load, which live for fifteen minutes, and selects the records to request. */
export async function openTenantSessions(
  accounts: readonly TenantAccount[],
  client: pg.Client,
  sessions: Sessions,
): Promise<Tenant[]> {
  const entered: Tenant[] = []
  for (const account of accounts) {
    const { accountId } = account
    const rowsOf = async (text: string, ...more: unknown[]) =>
      (await client.query(text, [accountId, ...more])).rows
    const owed = await rowsOf(
      `select r.invoice_id as invoice, r.customer_id as customer from receivables r
       join invoices i on i.account_id = r.account_id and i.id = r.invoice_id and i.state = 'open'
       where r.account_id = $1 and r.remaining_minor >= $2 order by r.invoice_id limit $3`,
      MIN_OWED_MINOR,
      MAX_PAYABLE,
    )
    const tokens = new Map<string, string>()
    for (const { customer } of owed)
      if (!tokens.has(customer)) tokens.set(customer, await sessions.portalToken(accountId, customer))
    entered.push({
      ...account,
      token: await sessions.staffToken(accountId),
      invoices: await rowsOf(
        'select id, number from invoices where account_id = $1 order by md5(id::text) limit $2',
        READ,
      ),
      customers: (
        await rowsOf('select id from customers where account_id = $1 order by md5(id::text) limit $2', READ)
      ).map(({ id }) => id),
      payable: owed.map(({ invoice, customer }) => ({ invoice, token: tokens.get(customer)! })),
    })
  }
  return entered
}

/** In each twenty requests, fourteen read, three search, two pay and one logs in, evenly mixed. */
const [IN_ALL, READING, SEARCHING, PAYING] = [20, 14, 3, 2]
const APART = 7

export interface Kinds {
  readonly read: Kind
  readonly search: Kind
  readonly pay: Kind
  readonly login: Kind
}

export function mixedLoad({ read, search, pay, login }: Kinds): (n: number) => Kind {
  return (n) => {
    const place = (n * APART) % IN_ALL
    if (place < READING) return read
    if (place < READING + SEARCHING) return search
    return place < READING + SEARCHING + PAYING ? pay : login
  }
}

const nth = <T>(list: readonly T[], n: number): T => list[n % list.length]!

/** Cycles through the companies. Each kind of request has its own cycle. */
export const roundRobin = <T>(tenants: readonly T[]): (() => { tenant: T; turn: number }) => {
  let asked = 0
  return () => {
    const n = asked++
    return { tenant: tenants[n % tenants.length]!, turn: Math.floor(n / tenants.length) }
  }
}

const LISTS = ['invoices/?page=1', 'payments/?page=1', 'customers/?page=1', 'invoices/?page=2&view=open']

/** Alternates between lists and single records: two invoices, then a customer. */
function readPath({ accountId, invoices, customers }: Tenant, turn: number): string {
  const at = `/api/accounts/${accountId}`
  const half = Math.floor(turn / 2)
  if (turn % 2 === 0) return `${at}/${nth(LISTS, half)}`
  return half % 3 === 2
    ? `${at}/customers/${nth(customers, half)}/`
    : `${at}/invoices/${nth(invoices, half).id}/`
}

/** Searches by number, by a customer's name, and globally. */
function searchPath({ accountId, invoices }: Tenant, turn: number): string {
  const at = `/api/accounts/${accountId}`
  const { number } = nth(invoices, turn)
  return nth(
    [
      `${at}/invoices/?page=1&search=${number}`,
      `${at}/invoices/?page=1&search=harbor`,
      `${at}/search/?q=${number}`,
    ],
    turn,
  )
}

const card = () => ({
  name_on_card: 'Maya Okafor',
  number: '4242424242424242',
  expiration_month: '08',
  expiration_year: String(new Date().getFullYear() + 3),
  cvc: '123',
  amount: AMOUNT,
})

const errorOf = ({ status, text }: HttpResponse): string | null =>
  status === 200 ? null : `${status} ${(JSON.parse(text || '{}') as { code?: string }).code ?? ''}`.trim()

/** The requests of the mixed load to the product. Calls `paid` with each acknowledged payment. */
export function productRequests(
  port: number,
  tenants: readonly Tenant[],
  paid: (payment: AcknowledgedPayment) => void = () => {},
): Kinds {
  const get = (name: string, pathOf: (tenant: Tenant, turn: number) => string): Kind => {
    const next = roundRobin(tenants)
    return {
      name,
      async ask() {
        const { tenant, turn } = next()
        return errorOf(await sendRequest({ port, path: pathOf(tenant, turn), token: tenant.token }))
      },
    }
  }
  const nextLogin = roundRobin(tenants)
  const login: Kind = {
    name: 'login',
    async ask() {
      const body = { email: nextLogin().tenant.email, password: DEMO_PASSWORD }
      return errorOf(await sendRequest({ port, path: '/api/profile/login/', method: 'POST', body }))
    },
  }
  return {
    read: get('read', readPath),
    search: get('search', searchPath),
    pay: paying(port, tenants, paid),
    login,
  }
}

function paying(
  port: number,
  tenants: readonly Tenant[],
  paid: (payment: AcknowledgedPayment) => void,
): Kind {
  const owing = tenants.filter(({ payable }) => payable.length > 0)
  const next = roundRobin(owing)
  return {
    name: 'pay',
    async ask() {
      const { tenant, turn } = next()
      const { payable, subDomain } = tenant
      if (turn >= payable.length * TRIES) return 'nothing is left that may be paid'
      const { invoice, token } = nth(payable, turn)
      const requestId = randomUUID()
      const got = await sendRequest({
        port,
        path: `/api/invoices/${invoice}/payment-options/sandbox-card/`,
        method: 'POST',
        token,
        host: `${subDomain}.localhost`,
        body: { ...card(), request_id: requestId },
      })
      if (got.status !== 200) return errorOf(got)
      const { id, status } = JSON.parse(got.text) as { id: string; status: string }
      paid({ id, requestId })
      return status === 'confirmed' ? null : `status ${status}`
    },
  }
}
