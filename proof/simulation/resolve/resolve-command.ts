import type { Command } from '../commands.ts'
import type { Books } from '../model/books.ts'
import { addDays, today } from '../model/figures.ts'
import {
  canLinkBeOpen,
  resolveCreditUse,
  resolveOrder,
  resolvePay,
  resolvePaymentAction,
  resolvePost,
  resolveRecord,
  resolveRefund,
  resolveSecondRefund,
} from './payments.ts'
import { resolveCase } from './resolve-case.ts'
import { resolveCredit } from './resolve-credit.ts'
import { resolveDashboardAction } from './resolve-dashboard-action.ts'
import { resolveFeesAndStatements } from './resolve-fees-and-statements.ts'
import { repeatImport, resolveImport } from './resolve-import.ts'
import { resolveInvoice, toLines } from './resolve-invoice.ts'
import { resolvePair } from './resolve-pair.ts'
import { isPlanCommand, resolvePlan } from './resolve-plan.ts'
import { newRequest, pick, type Requests, type Resolved } from './selection.ts'

/** Resolves a command to an operation on existing objects; null when there is no suitable object. */
export function resolveCommand(books: Books, requests: Requests, command: Command): Resolved {
  if (isPlanCommand(command)) return resolvePlan(books, requests, command)
  switch (command.kind) {
    case 'draft':
      return resolveDraft(books, requests, command)
    case 'pay':
      return resolvePay(books, requests, command)
    case 'order':
      return resolveOrder(books, requests, command)
    case 'useCredit':
      return resolveCreditUse(books, requests, command)
    case 'record':
      return resolveRecord(books, requests, command)
    case 'recheck':
    case 'closeCase':
      return resolveCase(books, command)
    case 'dashboard':
      return resolveDashboardAction(books, requests, command)
    case 'post':
      return resolvePost(books, command)
    case 'importInvoices':
      return resolveImport(books, requests, command)
    case 'repeatImport':
      return repeatImport(requests, command)
    case 'issueMemo':
      return resolveIssue(books, requests, command)
    case 'clock':
    case 'restart':
      return resolveClock(command)
    case 'repeatPay':
    case 'repeatRefund':
    case 'repeatRecord':
    case 'repeatApply':
    case 'repeatUse':
    case 'repeatCredit':
      return resolveRepeat(books, requests, command)
    case 'refund':
      return command.again
        ? resolveSecondRefund(books, requests, command)
        : resolveRefund(books, requests, command.payment, command.amount, command.trouble)
    case 'together':
      return resolvePair(books, requests, command)
    case 'waiveFees':
    case 'undoWaiver':
    case 'statement':
      return resolveFeesAndStatements(books, command)
    default:
      return (
        resolveInvoice(books, requests, command) ??
        resolvePaymentAction(books, command) ??
        resolveCredit(books, requests, command)
      )
  }
}

const resolveDraft = (
  books: Books,
  requests: Requests,
  { customer, lines, terms, daysAgo }: Extract<Command, { kind: 'draft' }>,
): Resolved => ({
  op: 'draft',
  key: `invoice ${requests.next++}`,
  customer: customer % books.customers.length,
  lines: toLines(lines),
  terms,
  date: addDays(today(books), -daysAgo),
})

/** A restart takes no time. */
function resolveClock(command: Extract<Command, { kind: 'clock' | 'restart' }>): Resolved {
  if (command.kind === 'restart') return { op: 'clock', minutes: 0, webhooks: null }
  return { op: 'clock', minutes: command.minutes, webhooks: command.webhooks }
}

function resolveIssue(
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
  { kind: 'repeatPay' | 'repeatRefund' | 'repeatRecord' | 'repeatApply' | 'repeatUse' | 'repeatCredit' }
>

/**
 * Repeats a request, or sends another one with the same request id. Requests about deleted drafts are not
 * repeated.
 */
function resolveRepeat(books: Books, requests: Requests, command: Repeat): Resolved {
  const more = command.other ? 1n : 0n
  const invoiceExists = (key: string): boolean => books.invoices.has(key)
  switch (command.kind) {
    case 'repeatPay': {
      const pay = pick(requests.pays, command.payment)
      const isComplete = pay?.lines?.every((one) => invoiceExists(one.invoice)) ?? true
      return pay && isComplete && invoiceExists(pay.invoice) && canLinkBeOpen(books, pay)
        ? { ...pay, amount: pay.amount + more, delayedCharge: null, trouble: null }
        : null
    }
    case 'repeatRefund': {
      const refund = pick(requests.refunds, command.refund)
      return refund ? { ...refund, amount: refund.amount + more, trouble: null } : null
    }
    case 'repeatRecord': {
      const record = pick(requests.records, command.payment)
      const isComplete = record?.shares?.every((one) => invoiceExists(one.invoice)) ?? true
      return record && isComplete ? { ...record, total: record.total + more, crash: null } : null
    }
    case 'repeatCredit': {
      const paid = pick(requests.credits, command.use)
      const isComplete = paid?.lines.every((one) => invoiceExists(one.invoice))
      return paid && isComplete ? { ...paid, credit: paid.credit + more, crash: null } : null
    }
    case 'repeatUse': {
      const use = pick(requests.uses, command.use)
      const isComplete = use?.shares?.every((one) => invoiceExists(one.invoice)) ?? true
      const shares = use?.shares?.map((one) => ({ ...one, amount: one.amount + more })) ?? null
      return use && isComplete ? { ...use, shares, crash: null } : null
    }
    default: {
      const apply = pick(requests.applies, command.application)
      return apply && invoiceExists(apply.invoice)
        ? { ...apply, amount: apply.amount + more, crash: null }
        : null
    }
  }
}
