import type { Command } from '../commands.ts'
import type { Books } from '../model/books.ts'
import { plusDays, today } from '../model/figures.ts'
import { caseOf } from './cases.ts'
import { newRequest, pick, type Requests, type Resolved } from './choosing.ts'
import { resolveCredit } from './credits.ts'
import { deskOf } from './desk.ts'
import { importAgain, importOf } from './imports.ts'
import { linesOf, resolveInvoice } from './invoices.ts'
import { pairOf } from './pair.ts'
import {
  creditUseOf,
  opensStill,
  orderOf,
  payOf,
  postOf,
  recordOf,
  refundAgainOf,
  refundOf,
  resolveMove,
} from './payments.ts'

/** A command as it is meant with what there is now; null when there is nothing to do it with. */
export function resolve(books: Books, requests: Requests, command: Command): Resolved {
  switch (command.kind) {
    case 'draft':
      return {
        op: 'draft',
        key: `invoice ${requests.next++}`,
        customer: command.customer % books.customers.length,
        lines: linesOf(command.lines),
        terms: command.terms,
        date: plusDays(today(books), -command.daysAgo),
      }
    case 'pay':
      return payOf(books, requests, command)
    case 'order':
      return orderOf(books, requests, command)
    case 'useCredit':
      return creditUseOf(books, requests, command)
    case 'record':
      return recordOf(books, requests, command)
    case 'recheck':
    case 'closeCase':
      return caseOf(books, command)
    case 'dashboard':
      return deskOf(books, requests, command)
    case 'post':
      return postOf(books, command)
    case 'importInvoices':
      return importOf(books, requests, command)
    case 'repeatImport':
      return importAgain(requests, command)
    case 'issueMemo':
      return issueOf(books, requests, command)
    case 'clock':
      return { op: 'clock', minutes: command.minutes, mail: command.webhooks }
    case 'restart':
      return { op: 'clock', minutes: 0, mail: null }
    case 'repeatPay':
    case 'repeatRefund':
    case 'repeatRecord':
    case 'repeatApply':
    case 'repeatUse':
      return repeatOf(books, requests, command)
    case 'refund':
      return command.again
        ? refundAgainOf(books, requests, command)
        : refundOf(books, requests, command.payment, command.amount, command.trouble)
    case 'together':
      return pairOf(books, requests, command)
    default:
      return (
        resolveInvoice(books, requests, command) ??
        resolveMove(books, command) ??
        resolveCredit(books, requests, command)
      )
  }
}

function issueOf(
  books: Books,
  requests: Requests,
  { customer, total }: Extract<Command, { kind: 'issueMemo' }>,
): Resolved {
  const key = `memo ${requests.next++}`
  const request = newRequest(requests)
  return { op: 'issueMemo', request, key, customer: customer % books.customers.length, total: BigInt(total) }
}

type Repeat = Extract<
  Command,
  { kind: 'repeatPay' | 'repeatRefund' | 'repeatRecord' | 'repeatApply' | 'repeatUse' }
>

/** The same request again, or another under its request_id. One about a draft that was deleted is not made again. */
function repeatOf(books: Books, requests: Requests, command: Repeat): Resolved {
  const more = command.other ? 1n : 0n
  const isThere = (key: string): boolean => books.invoices.has(key)
  switch (command.kind) {
    case 'repeatPay': {
      const pay = pick(requests.pays, command.payment)
      return pay && isThere(pay.invoice) && opensStill(books, pay)
        ? { ...pay, amount: pay.amount + more, heldBack: null, trouble: null }
        : null
    }
    case 'repeatRefund': {
      const refund = pick(requests.refunds, command.refund)
      return refund ? { ...refund, amount: refund.amount + more, trouble: null } : null
    }
    case 'repeatRecord': {
      const record = pick(requests.records, command.payment)
      const whole = record?.shares?.every((one) => isThere(one.invoice)) ?? true
      return record && whole ? { ...record, total: record.total + more, crash: null } : null
    }
    case 'repeatUse': {
      const use = pick(requests.uses, command.use)
      const whole = use?.shares?.every((one) => isThere(one.invoice)) ?? true
      const shares = use?.shares?.map((one) => ({ ...one, amount: one.amount + more })) ?? null
      return use && whole ? { ...use, shares, crash: null } : null
    }
    default: {
      const apply = pick(requests.applies, command.application)
      return apply && isThere(apply.invoice) ? { ...apply, amount: apply.amount + more, crash: null } : null
    }
  }
}
