import { setTimeout as sleep } from 'node:timers/promises'
import { callUntilAnswered } from '../call-api.ts'
import { openPlatformCompany } from '../open-company.ts'

const MAX_POLLS = 1200
const POLL_MS = 250
/** A sync without progress is requested again after this number of polls, as a person would do. */
const POLLS_PER_REQUEST = 40

/** A company whose invoices are kept in an accounting platform, by what a person of it does. Calls are repeated until answered. */
export interface BooksCompany {
  readonly accountId: string
  call<Content>(method: 'GET' | 'POST', path: string, body?: object): Promise<Content>
  /** Gives access on the platform's page, and resolves when the books were read. `moves`: the company leaves other books for these. */
  connect(provider: string, moves?: boolean): Promise<void>
  syncedAt(): Promise<string | null>
  /** Resolves when the books were read after `before`. */
  waitForSync(before: string | null): Promise<void>
  syncNow(): Promise<void>
  /** Records a payment of an invoice and resolves with its number when it is posted. */
  postPayment(number: string, amount: string): Promise<string>
  /** Records a payment of an invoice, which the next sync posts. */
  recordPayment(number: string, amount: string): Promise<{ pk: string; transaction_number: string }>
}

interface Listed {
  readonly results: readonly {
    readonly pk: string
    readonly number: string
    readonly customer: { readonly pk: string }
  }[]
}

export async function openBooks(origin: string): Promise<BooksCompany> {
  const { accountId, token } = await openPlatformCompany(origin)
  const call: BooksCompany['call'] = async <Content>(
    method: 'GET' | 'POST',
    path: string,
    body: object = {},
  ) => {
    const at = `/api/accounts/${accountId}/${path}`
    const given = { method, path: at, token, ...(method === 'POST' && { body }) } as const
    const reply = await callUntilAnswered<Content>(origin, given)
    if (reply.status >= 300) throw new Error(`${at}: ${reply.status} ${JSON.stringify(reply.body)}`)
    return reply.body
  }
  /** Polls, and asks for a sync now and then. */
  const until = async (what: string, isDone: () => Promise<boolean>) => {
    for (let poll = 1; !(await isDone()); poll += 1) {
      if (poll === MAX_POLLS) throw new Error(`${what}: not done`)
      if (poll % POLLS_PER_REQUEST === 0) await call('POST', 'sync/')
      await sleep(POLL_MS)
    }
  }
  const syncedAt = async () => (await call<{ last_sync: string | null }>('GET', 'sync-status/')).last_sync
  const waitForSync = (before: string | null) =>
    until('the books are read', async () => ((await syncedAt()) ?? '') > (before ?? ''))
  return {
    accountId,
    call,
    recordPayment: (number, amount) => record(call, number, amount),
    async connect(provider, moves = false) {
      const before = await syncedAt()
      await consent(call, provider, moves)
      await waitForSync(before)
    },
    syncedAt,
    waitForSync,
    async syncNow() {
      const before = await syncedAt()
      await call('POST', 'sync/')
      await waitForSync(before)
    },
    async postPayment(number, amount) {
      const made = await record(call, number, amount)
      await call('POST', 'sync/')
      await until('the payment is posted', async () => {
        const payment = await call<{ posted: boolean }>('GET', `payments/${made.pk}/`)
        return payment.posted
      })
      return made.transaction_number
    },
  }
}

/** Gives access on a simulated platform's page, as a person does, and connects. */
async function consent(call: BooksCompany['call'], provider: string, moves: boolean): Promise<void> {
  const at = `accounting-connections/${provider}`
  const { url } = await call<{ url: string }>('POST', `${at}/start/${moves ? '?moves=true' : ''}`)
  const back = new URL((await fetch(url, { redirect: 'manual' })).headers.get('location')!)
  const get = (name: string) => back.searchParams.get(name) ?? ''
  const answer = { code: get('code'), realm_id: get('realmId'), state: get('state') }
  await call('POST', `${at}/finish/`, answer)
}

async function record(
  call: BooksCompany['call'],
  number: string,
  amount: string,
): Promise<{ pk: string; transaction_number: string }> {
  const { results } = await call<Listed>('GET', `invoices/?search=${encodeURIComponent(number)}`)
  const invoice = results.find((one) => one.number === number)!
  return call('POST', 'payments/', {
    customer: invoice.customer.pk,
    type: 'check',
    total: amount,
    received_on: '2026-11-19',
    reference: '',
    request_id: `books-${number}`,
    invoices: [{ invoice: invoice.pk, amount }],
  })
}
