import { end } from './agreements.ts'
import { type Answer, type Books, CREATED, OK, refused, wrong } from './books.ts'
import { memoRemaining, payable } from './figures.ts'
import { commit, reopen } from './invoices.ts'
import { type ApplyOperation, MOMENT_MS, type Operation } from './operations.ts'

const WRONG_STATE = refused(409, 'wrong_state')

type Of<O extends Operation['op']> = Extract<Operation, { op: O }>

export function issueMemo(books: Books, { key, customer, total }: Of<'issueMemo'>): Answer {
  if (total <= 0n) return wrong('total')
  books.memos.set(key, { key, customer, total, state: 'open' })
  return CREATED
}

/** Settles an invoice as far as the memo reaches and nobody else is paying it. */
export function applyMemo(books: Books, operation: ApplyOperation): Answer {
  const { request, amount } = operation
  const memo = books.memos.get(operation.memo)!
  const invoice = books.invoices.get(operation.invoice)!
  const asked = `${memo.key} ${invoice.key} ${amount}`
  const before = books.applications.get(request)
  if (before) return before.asked === asked ? OK : refused(409, 'request_id_reused')
  if (memo.state === 'void') return WRONG_STATE
  if (invoice.customer !== memo.customer || invoice.state !== 'open') return wrong('invoice')
  if (amount <= 0n || amount > memoRemaining(books, memo) || amount > payable(books, invoice))
    return wrong('amount')
  return commit(operation.crash, OK, () => {
    const { key: memoKey } = memo
    books.applications.set(request, {
      key: request,
      memo: memoKey,
      invoice: invoice.key,
      asked,
      amount,
      standing: true,
    })
  })
}

export function unapply(books: Books, { application: key, crash }: Of<'unapply'>): Answer {
  const application = books.applications.get(key)!
  if (!application.standing) return WRONG_STATE
  return commit(crash, OK, () => {
    application.standing = false
    reopen(books, [application.invoice])
  })
}

/** Only a memo of which nothing is applied. */
export function voidMemo(books: Books, { memo: key }: Of<'voidMemo'>): Answer {
  const memo = books.memos.get(key)!
  if (memo.state === 'void' || memoRemaining(books, memo) !== memo.total) return WRONG_STATE
  memo.state = 'void'
  return OK
}

export function removeMethod(books: Books, { method }: Of<'removeMethod'>): Answer {
  books.now += MOMENT_MS
  const stored = books.methods[method]!
  if (stored.removedAt !== null) return refused(404, 'not_found')
  end(books, stored.customer, 'method_removed', method)
  stored.removedAt = books.now
  return { status: 204 }
}
