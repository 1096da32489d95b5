import { type Books, CREATED, invalidField, OK, type ReplySummary, refusal } from '../books.ts'
import { memoRemaining, payable } from '../figures.ts'
import { commitUnlessCrashed, reopenInvoices } from '../invoices.ts'
import type { ApplyOperation, Operation } from '../operations.ts'

const WRONG_STATE = refusal(409, 'wrong_state')

type Of<O extends Operation['op']> = Extract<Operation, { op: O }>

export function issueMemo(books: Books, { key, customer, total }: Of<'issueMemo'>): ReplySummary {
  if (total <= 0n) return invalidField('total')
  books.memos.set(key, { key, customer, total, state: 'open' })
  return CREATED
}

/** Settles an invoice up to the memo's remaining amount and the payable amount. */
export function applyMemo(books: Books, operation: ApplyOperation): ReplySummary {
  const { request, amount } = operation
  const memo = books.memos.get(operation.memo)!
  const invoice = books.invoices.get(operation.invoice)!
  const requestFingerprint = `${memo.key} ${invoice.key} ${amount}`
  const before = books.applications.get(request)
  if (before) return before.requestFingerprint === requestFingerprint ? OK : refusal(409, 'request_id_reused')
  if (memo.state === 'void') return WRONG_STATE
  if (invoice.customer !== memo.customer || invoice.state !== 'open') return invalidField('invoice')
  if (amount <= 0n || amount > memoRemaining(books, memo) || amount > payable(books, invoice))
    return invalidField('amount')
  return commitUnlessCrashed(operation.crash, OK, () => {
    const { key: memoKey } = memo
    books.applications.set(request, {
      key: request,
      memo: memoKey,
      invoice: invoice.key,
      requestFingerprint,
      amount,
      active: true,
    })
  })
}

export function unapplyMemo(books: Books, { application: key, crash }: Of<'unapply'>): ReplySummary {
  const application = books.applications.get(key)!
  if (!application.active) return WRONG_STATE
  return commitUnlessCrashed(crash, OK, () => {
    application.active = false
    reopenInvoices(books, [application.invoice])
  })
}

/** Voids a memo without active applications. */
export function voidMemo(books: Books, { memo: key }: Of<'voidMemo'>): ReplySummary {
  const memo = books.memos.get(key)!
  if (memo.state === 'void' || memoRemaining(books, memo) !== memo.total) return WRONG_STATE
  memo.state = 'void'
  return OK
}
