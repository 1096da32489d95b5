import type { CalendarDate } from '../../../../domain/dates/calendar.ts'
import type { AccountingPlatform, Choice, Outcome, RemoteRef } from '../port.ts'
import type { RemoteKind } from '../records.ts'
import {
  type Books,
  changeHead,
  countRecords,
  findByReference,
  listChanges,
  listRecords,
  lockBooks,
  readRecord,
  writeRecords,
} from './books.ts'
import { firstRecords } from './first-records.ts'
import { addLateFee, findLateFee, removeLateFee } from './invoice-fees.ts'
import { applyCredit, postPayment, postSurcharge, reversePayment } from './post-payment.ts'
import { simulate } from './simulate.ts'
import { toRemote } from './stored-records.ts'

export interface SandboxParts {
  /** Runs `work` in a transaction of its own inside the account. */
  inBooks<T>(accountId: string, work: (books: Books) => Promise<T>): Promise<T>
  /** The account's date, currency and company. */
  facts(accountId: string): Promise<{ today: CalendarDate; currency: string; name: string }>
}

const PAGE = 50
const ok = <T>(value: T): Outcome<T> => ({ ok: true, value })

const CHOICES: Readonly<Record<'tax_codes' | 'items' | 'accounts', readonly Choice[]>> = {
  tax_codes: [
    { id: 'TAX', name: 'Sales tax', detail: '8%' },
    { id: 'NON', name: 'Not taxable', detail: '0%' },
  ],
  items: [
    { id: 'services', name: 'Services', detail: 'Income: Sales' },
    { id: 'late-fee', name: 'Late fee', detail: 'Income: Other income' },
    { id: 'surcharge', name: 'Card surcharge', detail: 'Income: Other income' },
  ],
  accounts: [
    { id: 'undeposited', name: 'Undeposited funds', detail: 'Other current asset' },
    { id: 'checking', name: 'Checking', detail: 'Bank' },
    { id: 'clearing', name: 'Card clearing', detail: 'Bank' },
  ],
}

const FEATURES = {
  post_payments: true,
  apply_credit: true,
  late_fees: true,
  tax_codes: true,
  items: true,
  accounts: true,
  multi_currency: false,
  webhooks: false,
  surcharges: true,
} as const

/** The built-in accounting platform: books of its own for each account, with no real money and no credentials. */
export const createSandboxBooks = ({ inBooks, facts }: SandboxParts): AccountingPlatform => ({
  id: 'sandbox_books',
  name: 'Sandbox books',
  sandbox: true,
  features: FEATURES,
  async connectFinish({ accountId }) {
    const { today, currency } = await facts(accountId)
    await inBooks(accountId, (books) => openBooks(books, today, currency))
    return ok({ accessToken: '', remoteId: accountId })
  },
  async company({ accountId }) {
    const { currency, name } = await facts(accountId)
    return ok({ remoteId: accountId, name, email: '', phone: '', postalCode: '', country: 'US', currency })
  },
  position: ({ accountId }) =>
    inBooks(accountId, async (books) => ok((await lockBooks(books)).last_change.toString())),
  pull: ({ accountId }, kind, cursor) => inBooks(accountId, (books) => readPage(books, kind, cursor)),
  changes: ({ accountId }, position) =>
    inBooks(accountId, async (books) => {
      const found = await listChanges(books, BigInt(position), PAGE)
      return ok({
        records: found.map(({ row }) => toRemote(row)),
        next: found.at(-1)?.changeNumber.toString() ?? position,
        more: found.length === PAGE,
        gap: false,
      })
    }),
  read: ({ accountId }, kind, remoteId) =>
    inBooks(accountId, async (books) => {
      const row = await readRecord(books, kind, remoteId)
      return ok(row && toRemote(row))
    }),
  choices: async (_, list) => ok(CHOICES[list]),
  postPayment: ({ accountId }, payment, key) =>
    inBooks(accountId, (books) => postPayment(books, payment, key)),
  applyCredit: ({ accountId }, credit, key) => inBooks(accountId, (books) => applyCredit(books, credit, key)),
  findPayment: ({ accountId }, reference) => inBooks(accountId, (books) => findPosted(books, reference)),
  reversePayment: ({ accountId }, { remoteId }) =>
    inBooks(accountId, (books) => reversePayment(books, remoteId)),
  addLateFee: ({ accountId }, fee, key) => inBooks(accountId, (books) => addLateFee(books, fee, key)),
  findLateFee: ({ accountId }, fee) => inBooks(accountId, (books) => findLateFee(books, fee)),
  removeLateFee: ({ accountId }, fee) => inBooks(accountId, (books) => removeLateFee(books, fee)),
  postSurcharge: ({ accountId }, surcharge, key) =>
    inBooks(accountId, (books) => postSurcharge(books, surcharge, key)),
  findSurcharge: ({ accountId }, reference) => inBooks(accountId, (books) => findPosted(books, reference)),
  reverseSurcharge: ({ accountId }, { remoteId }) =>
    inBooks(accountId, (books) => reversePayment(books, remoteId)),
  async simulate(accountId, what) {
    const { today } = await facts(accountId)
    return inBooks(accountId, (books) => simulate(books, what, today))
  },
})

async function findPosted(books: Books, reference: string): Promise<Outcome<RemoteRef | null>> {
  const found = await findByReference(books, reference)
  return ok(found && { remoteId: found.ref, version: `${found.version}`, url: '' })
}

/** Fills new books. Those that were connected before are kept. */
async function openBooks(books: Books, today: CalendarDate, currency: string): Promise<void> {
  const head = await lockBooks(books)
  if (head.made > 0) return
  const first = firstRecords(today, currency)
  await writeRecords(books, head, first.records)
  await changeHead(books, { made: first.made })
}

async function readPage(books: Books, kind: RemoteKind, cursor: string | null) {
  const rows = await listRecords(books, kind, cursor ?? '', PAGE)
  return ok({
    records: rows.map(toRemote),
    next: rows.length === PAGE ? rows.at(-1)!.ref : null,
    total: await countRecords(books, kind),
  })
}
