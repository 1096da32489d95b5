import type { AmountSpec, Command } from '../commands.ts'
import type { Books, Invoice } from '../model/books.ts'
import { memoRemaining, payable, smaller } from '../model/figures.ts'
import type { ApplyOperation } from '../model/operations.ts'
import { all, amountOf, choose, newRequest, pick, type Requests, type Resolved } from './choosing.ts'

/** What is done with credit memos, stored methods and agreements; null for every other command. */
export function resolveCredit(books: Books, requests: Requests, command: Command): Resolved {
  switch (command.kind) {
    case 'applyMemo':
      return applyOf(books, requests, command.memo, command.invoice, command.amount, command.crash)
    case 'unapply': {
      const application = choose(all(books.applications), (one) => one.standing, command.application)
      return application ? { op: 'unapply', application: application.key, crash: command.crash } : null
    }
    case 'voidMemo': {
      const memo = pick(all(books.memos), command.memo)
      return memo ? { op: 'voidMemo', memo: memo.key } : null
    }
    case 'removeMethod':
      return books.methods.length > 0
        ? { op: 'removeMethod', method: command.method % books.methods.length }
        : null
    case 'agree':
      return books.methods.length > 0
        ? { op: 'agree', method: usefulMethod(books, command.method), crash: command.crash }
        : null
    case 'withdraw':
      return withdrawOf(books, command)
    default:
      return null
  }
}

/** The place of one that is not removed, mostly. */
function usefulMethod(books: Books, number: number): number {
  const places = books.methods.map((_, place) => place)
  return (
    choose(places, (place) => books.methods[place]!.removedAt === null, number) ??
    number % books.methods.length
  )
}

/** Of whoever has let something be paid by itself, mostly. */
function withdrawOf(books: Books, command: Extract<Command, { kind: 'withdraw' }>): Resolved {
  const { by, crash } = command
  const consent = choose(books.consents, (one) => one.ended === null, command.customer)
  if (!consent) return null
  const { customer, method } = consent
  return { op: 'withdraw', customer, method: by === 'staff' ? null : method, crash }
}

function applyOf(
  books: Books,
  requests: Requests,
  memoNumber: number,
  invoiceNumber: number,
  wish: AmountSpec,
  crash: ApplyOperation['crash'],
): ApplyOperation | null {
  const memo = choose(all(books.memos), (one) => memoRemaining(books, one) > 0n, memoNumber)
  if (!memo) return null
  const theirs = (one: Invoice) => one.customer === memo.customer && payable(books, one) > 0n
  const invoice = choose(all(books.invoices), theirs, invoiceNumber)
  if (!invoice) return null
  const most = smaller(memoRemaining(books, memo), payable(books, invoice))
  const amount = amountOf(most, wish, () => false)
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
