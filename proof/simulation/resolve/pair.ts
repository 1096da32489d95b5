import type { AmountSpec, Command, PayCommand, UseCommand } from '../commands.ts'
import type { Books } from '../model/books.ts'
import { memoRemaining, remaining, today } from '../model/figures.ts'
import { outsideOf } from '../model/give-back.ts'
import type { Operation, PayOperation, RefundOperation } from '../model/operations.ts'
import { held, payerOf } from '../model/payments.ts'
import { all, newRequest, type Requests, type Resolved } from './choosing.ts'
import { creditUseOf, payOf, refundOf } from './payments.ts'

type Together = Extract<Command, { kind: 'together' }>

/** Two deeds on one invoice, or on its money, at the same moment. All of them by cards that are simply approved. */
export function pairOf(books: Books, requests: Requests, command: Together): Resolved {
  const { pair, invoice: number } = command
  const payWish = (amount: AmountSpec): PayCommand => ({
    kind: 'pay',
    invoice: number,
    by: 'portal',
    method: 'good',
    amount: amount.of === 'lost' ? { ...amount, of: 'part' } : amount,
    store: false,
    agree: false,
    trouble: null,
  })
  if (pair.startsWith('refund')) {
    const wish = (amount: AmountSpec): AmountSpec =>
      amount.of === 'lost' ? { ...amount, of: 'part' } : amount
    const first = refundOf(books, requests, number, wish(command.first), null)
    if (!first || !isGiven(books, first)) return first
    if (pair === 'refund same') return { op: 'together', first, second: first }
    if (pair === 'refund use') return refundAndUse(books, requests, first, command)
    const second = { ...first, request: newRequest(requests) }
    return { op: 'together', first, second }
  }
  if (pair === 'use use') return creditUsesOf(books, requests, command)
  const first = payOf(books, requests, payWish(command.first))
  if (!first) return null
  const invoice = books.invoices.get(first.invoice)!
  if (held(books, invoice, payerOf(books, invoice, first)) > 0n) return first
  const second = secondOf(books, requests, command, first, payWish)
  return second && { op: 'together', first, second }
}

/** What the processor refuses is on its way for a while too, and then nobody can say what the other one finds. */
function isGiven(books: Books, { payment: key }: RefundOperation): boolean {
  const payment = books.payments.get(key)!
  if (payment.charge === null) return payment.method === 'manual'
  return payment.charge.status === 'confirmed' && outsideOf(books, payment) <= 0n
}

const creditWish = ({ invoice, second }: Together): UseCommand => ({
  kind: 'useCredit',
  payment: invoice,
  shares: second.of === 'all' ? null : [{ invoice, amount: second }],
  crash: null,
})

function creditUsesOf(books: Books, requests: Requests, command: Together): Resolved {
  const first = creditUseOf(books, requests, creditWish(command))
  return first && { op: 'together', first, second: { ...first, request: newRequest(requests) } }
}

/** Of money that came by hand: what is given back by a processor is on its way for a while, and counts before it is gone. */
function refundAndUse(books: Books, requests: Requests, first: RefundOperation, command: Together): Resolved {
  if (books.payments.get(first.payment)!.method !== 'manual') return first
  const use = creditUseOf(books, requests, creditWish(command))
  return use ? { op: 'together', first, second: { ...use, payment: first.payment } } : first
}

function secondOf(
  books: Books,
  requests: Requests,
  command: Together,
  first: PayOperation,
  payWish: (amount: AmountSpec) => PayCommand,
): Operation | null {
  const invoice = books.invoices.get(first.invoice)!
  switch (command.pair) {
    case 'pay pay':
      return payOf(books, requests, payWish(command.second))
    case 'pay same':
      return first
    case 'pay void':
      return { op: 'voidInvoice', invoice: invoice.key, crash: null }
    case 'pay writeOff':
      return { op: 'writeOff', invoice: invoice.key, crash: null }
    case 'pay use':
      return creditUseOf(books, requests, creditWish(command))
    case 'pay record': {
      const total = remaining(books, invoice)
      const request = newRequest(requests)
      const { customer } = invoice
      return {
        op: 'record',
        request,
        date: today(books),
        customer,
        total: total > 0n ? total : 1n,
        shares: null,
        crash: null,
      }
    }
    default: {
      const memo = all(books.memos).find(
        (one) => one.customer === invoice.customer && memoRemaining(books, one) > 0n,
      )
      if (!memo) return null
      const amount = memoRemaining(books, memo)
      const request = newRequest(requests)
      return { op: 'applyMemo', request, memo: memo.key, invoice: invoice.key, amount, crash: null }
    }
  }
}
