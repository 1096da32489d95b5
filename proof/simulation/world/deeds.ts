import { contract } from '../../../contract/index.ts'
import type { Route } from '../../../contract/route.ts'
import { CONSENT_TEXT_VERSION } from '../../../domain/payments/auto-payments.ts'
import type { Books } from '../model/books.ts'
import { today, written } from '../model/figures.ts'
import type { Operation, OrderOperation, PayOperation } from '../model/operations.ts'
import { generationOf } from '../model/payments.ts'
import type { Request, Who } from './call.ts'
import type { Company } from './company.ts'
import { detailsOf, linesOf } from './wire.ts'

const STAFF: Who = { as: 'staff' }
const { autoPayments, invoices, payments, paymentCases, creditMemos } = contract

/** What one deed is as a call: who makes it, on which route, with what. */
export interface Deed extends Request {
  readonly who: Who
  readonly route: Route
}

type Of<O extends Operation['op']> = Extract<Operation, { op: O }>

/** The call by which an operation is asked for. */
export function deedOf(company: Company, books: Books, operation: Operation): Deed {
  const id = (key: string): string => company.ids.get(key) ?? key
  switch (operation.op) {
    case 'draft':
    case 'edit':
      return writing(company, books, operation)
    case 'send': {
      const params = { invoice: id(operation.invoice) }
      return {
        who: STAFF,
        route: invoices.send,
        params,
        body: { email: operation.email, request_id: operation.request },
      }
    }
    case 'remove':
    case 'duplicate':
    case 'voidInvoice':
    case 'writeOff': {
      const routes = {
        remove: invoices.remove,
        duplicate: invoices.duplicate,
        voidInvoice: invoices.void,
        writeOff: invoices.writeOff,
      }
      const body = operation.op === 'remove' ? undefined : {}
      return { who: STAFF, route: routes[operation.op], params: { invoice: id(operation.invoice) }, body }
    }
    case 'pay':
      return paying(company, books, operation)
    case 'order':
      return ordering(company, books, operation)
    case 'answer':
    case 'post':
    case 'capture':
    case 'voidPayment':
    case 'refund':
      return moving(company, books, operation)
    case 'agree':
    case 'withdraw':
      return agreeing(company, books, operation)
    case 'recheck':
    case 'closeCase': {
      const route = operation.op === 'recheck' ? paymentCases.recheck : paymentCases.close
      const body = operation.op === 'recheck' ? {} : { note: 'Looked into.' }
      return { who: STAFF, route, params: { case: operation.case }, body }
    }
    case 'clock':
    case 'chargeDue':
    case 'importInvoices':
    case 'desk':
      throw new Error(`${operation.op} is no single call`)
    default:
      return crediting(company, books, operation)
  }
}

function agreeing(company: Company, books: Books, operation: Of<'agree' | 'withdraw'>): Deed {
  if (operation.op === 'withdraw' && operation.method === null) {
    const params = { customer: company.customers[operation.customer]!.id }
    return { who: STAFF, route: autoPayments.turnOffForCustomer, params }
  }
  const method = operation.method!
  const who: Who = { as: 'portal', customer: books.methods[method]!.customer }
  const params = { method: company.methods[method]! }
  return operation.op === 'agree'
    ? { who, route: autoPayments.turnOn, params, body: { text_version: CONSENT_TEXT_VERSION } }
    : { who, route: autoPayments.turnOff, params }
}

function writing(company: Company, books: Books, operation: Of<'draft' | 'edit'>): Deed {
  const { currency } = books.customers[operation.customer]!
  const customer = company.customers[operation.customer]!.id
  const lines = linesOf(operation.lines, currency)
  if (operation.op === 'draft') {
    const { terms, date } = operation
    return { who: STAFF, route: invoices.create, body: { customer, invoice_date: date, terms, lines } }
  }
  const invoice = books.invoices.get(operation.invoice)!
  return {
    who: STAFF,
    route: invoices.update,
    params: { invoice: company.ids.get(operation.invoice)! },
    body: { customer, invoice_date: invoice.date, terms: invoice.terms, lines, revision: operation.revision },
  }
}

function paying(company: Company, books: Books, operation: PayOperation): Deed {
  const invoice = books.invoices.get(operation.invoice)!
  const id = company.ids.get(invoice.key)!
  const { currency } = books.customers[invoice.customer]!
  const { customer, method, stored } = operation
  const who: Who =
    operation.by === 'link'
      ? { as: 'link', invoice: id, customer: invoice.customer, generation: generationOf(books, invoice) }
      : { as: 'portal', customer }
  if (method === 'order') {
    const body = { amount: written(operation.amount, currency), request_id: operation.request }
    return { who, route: payments.createOrder, params: { invoice: id }, body }
  }
  const details = stored === null ? detailsOf(method) : null
  const option = details?.option ?? `stored-${company.methods[stored!]}`
  const form = details && { ...details.fields, store_method: operation.store }
  const box = operation.agree && { enable_auto_payments: true }
  const body = { ...form, ...box, amount: written(operation.amount, currency), request_id: operation.request }
  return { who, route: payments.pay, params: { invoice: id, option }, body }
}

/** Of an order its payer asks by the processor's reference. What they say on the processor's own page is no call of ours. */
function ordering(company: Company, books: Books, operation: OrderOperation): Deed {
  const payment = books.payments.get(operation.payment)!
  const who: Who = { as: 'portal', customer: payment.customer }
  const params = { invoice: company.ids.get(payment.shares[0]!.invoice)! }
  const order = { order_id: payment.ref! }
  return operation.deed === 'take'
    ? { who, route: payments.captureOrder, params, body: { ...order, request_id: operation.request } }
    : { who, route: payments.cancelOrder, params, body: order }
}

function moving(
  company: Company,
  books: Books,
  operation: Of<'answer' | 'capture' | 'voidPayment' | 'refund' | 'post'>,
): Deed {
  const payment = books.payments.get(operation.payment)!
  const id = company.ids.get(payment.key)!
  switch (operation.op) {
    case 'answer':
      return {
        who: { as: 'portal', customer: payment.customer },
        route: payments.answerChallenge,
        params: { invoice: company.ids.get(payment.shares[0]!.invoice)!, payment: id },
        body: { answer: operation.approve ? 'approve' : 'decline' },
      }
    case 'refund': {
      const { currency } = books.customers[payment.customer]!
      const total = written(operation.amount, currency)
      const body = { total, total_currency: currency, request_id: operation.request }
      return { who: STAFF, route: payments.refund, params: { payment: id }, body }
    }
    default: {
      const routes = { capture: payments.capture, voidPayment: payments.void, post: payments.post }
      return { who: STAFF, route: routes[operation.op], params: { payment: id }, body: {} }
    }
  }
}

type Named = readonly { readonly invoice: string; readonly amount: bigint }[] | null

const namedOf = ({ ids }: Company, shares: Named, currency: string) =>
  shares && {
    invoices: shares.map((one) => ({
      invoice: ids.get(one.invoice)!,
      amount: written(one.amount, currency),
    })),
  }

function recording(company: Company, books: Books, operation: Of<'record'>): Deed {
  const { customer, total, shares, request, date } = operation
  const { currency } = books.customers[customer]!
  const body = {
    customer: company.customers[customer]!.id,
    type: 'check',
    total: written(total, currency),
    received_on: date,
    request_id: request,
    ...namedOf(company, shares, currency),
  }
  return { who: STAFF, route: payments.record, body }
}

function usingCredit(company: Company, books: Books, operation: Of<'useCredit'>): Deed {
  const { payment, shares, request } = operation
  const { currency } = books.customers[books.payments.get(payment)!.customer]!
  const body = { request_id: request, ...namedOf(company, shares, currency) }
  return { who: STAFF, route: payments.useCredit, params: { payment: company.ids.get(payment)! }, body }
}

function crediting(
  company: Company,
  books: Books,
  operation: Of<'record' | 'useCredit' | 'issueMemo' | 'applyMemo' | 'unapply' | 'voidMemo' | 'removeMethod'>,
): Deed {
  const id = (key: string): string => company.ids.get(key)!
  switch (operation.op) {
    case 'record':
      return recording(company, books, operation)
    case 'useCredit':
      return usingCredit(company, books, operation)
    case 'issueMemo': {
      const { customer, total } = operation
      const { currency } = books.customers[customer]!
      const issued_on = today(books)
      const body = {
        customer: company.customers[customer]!.id,
        issued_on,
        total: written(total, currency),
        request_id: operation.request,
      }
      return { who: STAFF, route: creditMemos.issue, body }
    }
    case 'applyMemo': {
      const { currency } = books.customers[books.memos.get(operation.memo)!.customer]!
      const amount = written(operation.amount, currency)
      const body = { invoice: id(operation.invoice), amount, request_id: operation.request }
      return { who: STAFF, route: creditMemos.apply, params: { memo: id(operation.memo) }, body }
    }
    case 'unapply': {
      const application = books.applications.get(operation.application)!
      const body = { application: id(application.key) }
      return { who: STAFF, route: creditMemos.unapply, params: { memo: id(application.memo) }, body }
    }
    case 'voidMemo':
      return { who: STAFF, route: creditMemos.void, params: { memo: id(operation.memo) }, body: {} }
    case 'removeMethod': {
      const stored = books.methods[operation.method]!
      const who: Who = { as: 'portal', customer: stored.customer }
      return { who, route: payments.removeMethod, params: { method: company.methods[operation.method]! } }
    }
  }
}
