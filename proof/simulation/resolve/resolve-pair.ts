import type { AmountSpec, Command, PayCommand, UseCommand } from '../commands.ts'
import type { Books } from '../model/books.ts'
import { memoRemaining, remaining, today } from '../model/figures.ts'
import type { Operation, PayOperation, RefundOperation } from '../model/operations.ts'
import { payerKey, reservedByChallenges } from '../model/payments.ts'
import { unbookedOutsideRefunds } from '../model/settle-refund.ts'
import { resolveCreditUse, resolvePay, resolveRefund } from './payments.ts'
import { newRequest, type Requests, type Resolved, valuesOf } from './selection.ts'

type Together = Extract<Command, { kind: 'together' }>

/** Two concurrent actions on one invoice or payment. Payments use a card that is always approved. */
export function resolvePair(books: Books, requests: Requests, command: Together): Resolved {
  const { pair, invoice: number } = command
  const toPayCommand = (amount: AmountSpec): PayCommand => ({
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
    const withoutLoss = (amount: AmountSpec): AmountSpec =>
      amount.of === 'lost' ? { ...amount, of: 'part' } : amount
    const first = resolveRefund(books, requests, number, withoutLoss(command.first), null)
    if (!first || !isRefundable(books, first)) return first
    if (pair === 'refund same') return { op: 'together', first, second: first }
    if (pair === 'refund use') return resolveRefundAndUse(books, requests, first, command)
    const second = { ...first, request: newRequest(requests) }
    return { op: 'together', first, second }
  }
  if (pair === 'use use') return resolveTwoCreditUses(books, requests, command)
  const first = resolvePay(books, requests, toPayCommand(command.first))
  if (!first) return null
  const invoice = books.invoices.get(first.invoice)!
  if (reservedByChallenges(books, invoice, payerKey(books, invoice, first)) > 0n) return first
  const second = resolveSecond(books, requests, command, first, toPayCommand)
  return second && { op: 'together', first, second }
}

/**
 * A refund that the processor refuses is pending for a while, so the outcome of the other action would be
 * unpredictable.
 */
function isRefundable(books: Books, { payment: key }: RefundOperation): boolean {
  const payment = books.payments.get(key)!
  if (payment.charge === null) return payment.method === 'manual'
  return payment.charge.status === 'confirmed' && unbookedOutsideRefunds(books, payment) <= 0n
}

const creditUseCommand = ({ invoice, second }: Together): UseCommand => ({
  kind: 'useCredit',
  payment: invoice,
  shares: second.of === 'all' ? null : [{ invoice, amount: second }],
  crash: null,
})

function resolveTwoCreditUses(books: Books, requests: Requests, command: Together): Resolved {
  const first = resolveCreditUse(books, requests, creditUseCommand(command))
  return first && { op: 'together', first, second: { ...first, request: newRequest(requests) } }
}

/**
 * Only for a manual payment: a refund at a processor is pending for a while and reduces the credit meanwhile.
 */
function resolveRefundAndUse(
  books: Books,
  requests: Requests,
  first: RefundOperation,
  command: Together,
): Resolved {
  if (books.payments.get(first.payment)!.method !== 'manual') return first
  const use = resolveCreditUse(books, requests, creditUseCommand(command))
  return use ? { op: 'together', first, second: { ...use, payment: first.payment } } : first
}

function resolveSecond(
  books: Books,
  requests: Requests,
  command: Together,
  first: PayOperation,
  toPayCommand: (amount: AmountSpec) => PayCommand,
): Operation | null {
  const invoice = books.invoices.get(first.invoice)!
  switch (command.pair) {
    case 'pay pay':
      return resolvePay(books, requests, toPayCommand(command.second))
    case 'pay same':
      return first
    case 'pay void':
      return { op: 'voidInvoice', invoice: invoice.key, crash: null }
    case 'pay writeOff':
      return { op: 'writeOff', invoice: invoice.key, crash: null }
    case 'pay use':
      return resolveCreditUse(books, requests, creditUseCommand(command))
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
      const memo = valuesOf(books.memos).find(
        (one) => one.customer === invoice.customer && memoRemaining(books, one) > 0n,
      )
      if (!memo) return null
      const amount = memoRemaining(books, memo)
      const request = newRequest(requests)
      return { op: 'applyMemo', request, memo: memo.key, invoice: invoice.key, amount, crash: null }
    }
  }
}
