import { type BooksCompany, openBooks } from '../books/open-books.ts'
import type { Scenario } from '../staff-calls.ts'

/** Contents of new Sandbox books. */
const CUSTOMERS = 25
const INVOICES = 120

async function expectCounts(
  { call }: BooksCompany,
  expected: Readonly<Record<string, number>>,
): Promise<void> {
  for (const [path, count] of Object.entries(expected)) {
    const found = (await call<{ count: number }>('GET', path)).count
    if (found !== count) throw new Error(`${path}: ${found} instead of ${count}`)
  }
}

async function openSandbox(origin: string): Promise<BooksCompany> {
  const books = await openBooks(origin)
  await books.call('POST', 'accounting-connections/sandbox_books/start/')
  await books.waitForSync(null)
  return books
}

/** A company connects the Sandbox books, in which an invoice is voided and another one written. Each record is here once. */
export const readBooks: Scenario = async ({ origin }) => {
  const books = await openSandbox(origin)
  await expectCounts(books, { 'customers/': CUSTOMERS, 'invoices/': INVOICES, 'invoices/?view=void': 0 })
  await books.call('POST', 'accounting-connections/sandbox_books/simulate/', { what: 'activity' })
  await books.syncNow()
  await expectCounts(books, { 'invoices/': INVOICES + 1, 'invoices/?view=void': 1 })
}

/** A payment is posted to the Sandbox books, once: what is owed afterwards is the same on both sides. */
export const postToBooks: Scenario = async ({ origin }) => {
  const books = await openSandbox(origin)
  const { results } = await books.call<{
    results: readonly { pk: string; number: string; remaining: string }[]
  }>('GET', 'invoices/?view=open')
  const invoice = results[0]!
  await books.postPayment(invoice.number, '1.00')
  await books.syncNow()
  const { remaining } = await books.call<{ remaining: string }>('GET', `invoices/${invoice.pk}/`)
  if (Number(remaining) !== Number(invoice.remaining) - 1)
    throw new Error(`${invoice.remaining} less 1.00 leaves ${remaining}`)
}

interface Memo {
  readonly pk: string
  readonly remaining: string
  readonly customer: { readonly pk: string }
}

/** Credit of the Sandbox books is used here and posted there, once: reading it again leaves what was left of it. */
export const useCreditInBooks: Scenario = async ({ origin }) => {
  const books = await openSandbox(origin)
  const memos = await books.call<{ results: readonly Memo[] }>('GET', 'credit-memos/')
  const invoices = await books.call<{ results: readonly { pk: string; customer: { pk: string } }[] }>(
    'GET',
    'invoices/?view=open&page_size=100',
  )
  const memo = memos.results.find(
    ({ customer, remaining }) =>
      Number(remaining) > 1 && invoices.results.some((one) => one.customer.pk === customer.pk),
  )!
  const invoice = invoices.results.find(({ customer }) => customer.pk === memo.customer.pk)!
  await books.call('POST', `credit-memos/${memo.pk}/apply/`, {
    invoice: invoice.pk,
    amount: '1.00',
    request_id: `books-${memo.pk}`,
  })
  await books.syncNow()
  // Reads what the sync before has posted.
  await books.syncNow()
  const { remaining } = await books.call<Memo>('GET', `credit-memos/${memo.pk}/`)
  if (Number(remaining) !== Number(memo.remaining) - 1)
    throw new Error(`${memo.remaining} less 1.00 leaves ${remaining}`)
}
