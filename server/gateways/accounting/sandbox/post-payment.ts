import type { CreditToApply, Outcome, PaymentToPost, RemoteRef, SurchargeToPost } from '../port.ts'
import {
  type Books,
  type Change,
  changeHead,
  type Head,
  lockBooks,
  readRecord,
  writeRecords,
} from './books.ts'
import type { Row } from './stored-records.ts'

export const refused = (code: string, userMessage: string): Outcome<never> => ({
  ok: false,
  error: { kind: 'wrong_state', code, userMessage, raw: null },
})

export const refOf = (made: number): string => `${made}`.padStart(8, '0')

/** Records a payment and lowers the balances of its invoices, once for each key. */
export async function postPayment(
  books: Books,
  payment: PaymentToPost,
  key: string,
): Promise<Outcome<RemoteRef>> {
  return once(books, key, async (head) => {
    const changes: Change[] = []
    for (const { invoiceId, amountMinor } of payment.applied) {
      const lowered = await lowerInvoice(books, invoiceId, payment.customerId, amountMinor)
      if (!lowered.ok) return lowered
      changes.push(lowered.value)
    }
    return write(books, head, changes, {
      customer: payment.customerId,
      currency: payment.total.currency,
      total: payment.total.minor.toString(),
      receivedOn: payment.receivedOn,
      reference: payment.reference,
      note: payment.note,
      applied: payment.applied.map(({ invoiceId, amountMinor }) => ({
        invoice: invoiceId,
        amount: amountMinor.toString(),
      })),
      credit: null,
    })
  })
}

/** Settles an invoice with a credit memo, once for each key. */
export async function applyCredit(
  books: Books,
  credit: CreditToApply,
  key: string,
): Promise<Outcome<RemoteRef>> {
  return once(books, key, async (head) => {
    const { minor } = credit.amount
    const invoice = await lowerInvoice(books, credit.invoiceId, credit.customerId, minor)
    if (!invoice.ok) return invoice
    const memo = await readRecord(books, 'credit_memo', credit.creditMemoId)
    if (!memo || memo.isDeleted || memo.record.isVoid)
      return refused('memo_gone', 'This credit memo is void or deleted.')
    const left = BigInt(memo.record.balance) - minor
    if (left < 0n) return refused('memo_balance', 'This credit memo has less credit left.')
    const lowered: Change = {
      kind: 'credit_memo',
      ref: memo.ref,
      record: { ...memo.record, balance: left.toString() },
    }
    const amount = minor.toString()
    return write(books, head, [invoice.value, lowered], {
      customer: credit.customerId,
      currency: credit.amount.currency,
      total: '0',
      receivedOn: credit.appliedOn,
      reference: credit.reference,
      note: '',
      applied: [{ invoice: credit.invoiceId, amount }],
      credit: { memo: credit.creditMemoId, amount },
    })
  })
}

/** Removes a payment and raises the balances that it lowered. */
export async function reversePayment(books: Books, ref: string): Promise<Outcome<void>> {
  const head = await lockBooks(books)
  const payment = await readRecord(books, 'payment', ref)
  if (!payment || payment.isDeleted) return { ok: true, value: undefined }
  if (head.is_closed) return CLOSED
  await writeRecords(books, head, [
    ...(await raised(books, payment)),
    { kind: 'payment', ref, record: payment.record, isDeleted: true },
  ])
  return { ok: true, value: undefined }
}

/** Returns the records whose balances rise again when a payment goes. */
export async function raised(books: Books, payment: Row<'payment'>): Promise<Change[]> {
  const changes: Change[] = []
  for (const { invoice: id, amount } of payment.record.applied) {
    const invoice = await readRecord(books, 'invoice', id)
    if (!invoice || invoice.record.isVoid || invoice.isDeleted) continue
    const balance = (BigInt(invoice.record.balance) + BigInt(amount)).toString()
    changes.push({ kind: 'invoice', ref: id, record: { ...invoice.record, balance } })
  }
  const { credit } = payment.record
  const memo = credit && (await readRecord(books, 'credit_memo', credit.memo))
  if (memo) {
    const balance = (BigInt(memo.record.balance) + BigInt(credit.amount)).toString()
    changes.push({ kind: 'credit_memo', ref: memo.ref, record: { ...memo.record, balance } })
  }
  return changes
}

export const CLOSED = refused('period_closed', 'The books are closed for this period.')

async function lowerInvoice(
  books: Books,
  id: string,
  customerId: string,
  amountMinor: bigint,
): Promise<Outcome<Change>> {
  const invoice = await readRecord(books, 'invoice', id)
  if (!invoice || invoice.isDeleted) return refused('invoice_gone', 'This invoice was deleted.')
  const { record } = invoice
  if (record.isVoid) return refused('invoice_void', `Invoice ${record.number} is void.`)
  if (record.customer !== customerId)
    return refused('other_customer', `Invoice ${record.number} belongs to another customer.`)
  const left = BigInt(record.balance) - amountMinor
  if (left < 0n) return refused('invoice_balance', `Less is owed on invoice ${record.number} than was paid.`)
  return { ok: true, value: { kind: 'invoice', ref: id, record: { ...record, balance: left.toString() } } }
}

/** Records a surcharge as income of the picked item, once for each key. */
export const postSurcharge = (
  books: Books,
  surcharge: SurchargeToPost,
  key: string,
): Promise<Outcome<RemoteRef>> =>
  once(books, key, (head) =>
    write(books, head, [], {
      customer: surcharge.customerId,
      currency: surcharge.amount.currency,
      total: surcharge.amount.minor.toString(),
      receivedOn: surcharge.receivedOn,
      reference: surcharge.reference,
      note: '',
      applied: [],
      credit: null,
      income: { item: surcharge.item, text: surcharge.text },
    }),
  )

async function write(
  books: Books,
  head: Head,
  changes: readonly Change[],
  payment: Change<'payment'>['record'],
): Promise<Outcome<RemoteRef>> {
  const ref = refOf(head.made + 1)
  await changeHead(books, { made: head.made + 1 })
  await writeRecords(books, head, [...changes, { kind: 'payment', ref, record: payment }])
  return { ok: true, value: { remoteId: ref, version: '1', url: '' } }
}

/** Returns what the same key made before, and refuses while the period is closed. */
export async function once(
  books: Books,
  key: string,
  work: (head: Head) => Promise<Outcome<RemoteRef>>,
): Promise<Outcome<RemoteRef>> {
  const head = await lockBooks(books)
  const { db, accountId } = books
  const before = await db
    .selectFrom('sandbox_books_keys')
    .select('ref')
    .where('account_id', '=', accountId)
    .where('idempotency_key', '=', key)
    .executeTakeFirst()
  if (before) return { ok: true, value: { remoteId: before.ref, version: '1', url: '' } }
  if (head.is_closed) return CLOSED
  const made = await work(head)
  if (made.ok)
    await db
      .insertInto('sandbox_books_keys')
      .values({
        account_id: accountId,
        idempotency_key: key,
        ref: made.value.remoteId,
        created_at: new Date(books.now), // the books' own instant
      })
      .execute()
  return made
}
