import type { AmountSpec, Command } from '../commands.ts'
import type { Books, Invoice } from '../model/books.ts'
import { memoRemaining, min, payable } from '../model/figures.ts'
import type { ApplyOperation } from '../model/operations.ts'
import {
  choose,
  newRequest,
  pick,
  type Requests,
  type Resolved,
  resolveAmount,
  valuesOf,
} from './selection.ts'

/** Resolves actions on credit memos, stored methods and consents; null for every other command. */
export function resolveCredit(books: Books, requests: Requests, command: Command): Resolved {
  switch (command.kind) {
    case 'applyMemo':
      return resolveApply(books, requests, command.memo, command.invoice, command.amount, command.crash)
    case 'unapply': {
      const application = choose(valuesOf(books.applications), (one) => one.active, command.application)
      return application ? { op: 'unapply', application: application.key, crash: command.crash } : null
    }
    case 'voidMemo': {
      const memo = pick(valuesOf(books.memos), command.memo)
      return memo ? { op: 'voidMemo', memo: memo.key } : null
    }
    case 'removeMethod':
      return books.methods.length > 0
        ? { op: 'removeMethod', method: command.method % books.methods.length }
        : null
    case 'agree':
      return books.methods.length > 0
        ? { op: 'agree', method: chooseMethod(books, command.method), crash: command.crash }
        : null
    case 'withdraw':
      return resolveWithdraw(books, command)
    default:
      return null
  }
}

/** Usually returns the index of a method that is not removed. */
function chooseMethod(books: Books, number: number): number {
  const indexes = books.methods.map((_, index) => index)
  return (
    choose(indexes, (index) => books.methods[index]!.removedAt === null, number) ??
    number % books.methods.length
  )
}

/** Usually chooses an active consent. */
function resolveWithdraw(books: Books, command: Extract<Command, { kind: 'withdraw' }>): Resolved {
  const { by, crash } = command
  const consent = choose(books.consents, (one) => one.ended === null, command.customer)
  if (!consent) return null
  const { customer, method } = consent
  return { op: 'withdraw', customer, method: by === 'staff' ? null : method, crash }
}

function resolveApply(
  books: Books,
  requests: Requests,
  memoNumber: number,
  invoiceNumber: number,
  spec: AmountSpec,
  crash: ApplyOperation['crash'],
): ApplyOperation | null {
  const memo = choose(valuesOf(books.memos), (one) => memoRemaining(books, one) > 0n, memoNumber)
  if (!memo) return null
  const theirs = (one: Invoice) => one.customer === memo.customer && payable(books, one) > 0n
  const invoice = choose(valuesOf(books.invoices), theirs, invoiceNumber)
  if (!invoice) return null
  const max = min(memoRemaining(books, memo), payable(books, invoice))
  const amount = resolveAmount(max, spec, () => false)
  const request = newRequest(requests)
  const operation: ApplyOperation = {
    op: 'applyMemo',
    request,
    memo: memo.key,
    invoice: invoice.key,
    amount,
    crash,
  }
  requests.applies.push(operation)
  return operation
}
