import { contract } from '../../../contract/index.ts'
import { CONSENT_TEXT_VERSION } from '../../../domain/payments/auto-payments.ts'
import type { Books } from '../model/books.ts'
import { formatAmount, today } from '../model/figures.ts'
import type { Operation, OrderOperation, PayOperation } from '../model/operations.ts'
import { payLinkGeneration } from '../model/payments.ts'
import { type ApiCall, STAFF } from './api-call.ts'
import { buildPayWithCreditCall, toSeenInvoices } from './build-pay-with-credit-call.ts'
import { buildPlanCall, isPlanOperation } from './build-plan-call.ts'
import type { Principal } from './call.ts'
import type { Company } from './company.ts'
import { fillPaymentForm, formatLines } from './wire-format.ts'

const {
  autoPayments,
  invoices,
  lateFees,
  openInvoices,
  payments,
  paymentCases,
  creditMemos,
  statementSending,
} = contract

type Of<O extends Operation['op']> = Extract<Operation, { op: O }>

/** Builds the API call that requests an operation. */
export function buildApiCall(company: Company, books: Books, operation: Operation): ApiCall {
  if (isPlanOperation(operation)) return buildPlanCall(company, books, operation)
  const id = (key: string): string => company.ids.get(key) ?? key
  switch (operation.op) {
    case 'draft':
    case 'edit':
      return buildInvoiceCall(company, books, operation)
    case 'send':
      return buildSendCall(company, operation)
    case 'remove':
    case 'duplicate':
    case 'voidInvoice':
    case 'writeOff':
    case 'undoWriteOff': {
      const routes = { ...invoices, voidInvoice: invoices.void }
      const body = operation.op === 'remove' ? undefined : {}
      const params = { invoice: id(operation.invoice) }
      return { principal: STAFF, route: routes[operation.op], params, body }
    }
    case 'pay':
      return buildPayCall(company, books, operation)
    case 'payWithCredit':
      return buildPayWithCreditCall(company, books, operation)
    case 'order':
      return buildOrderCall(company, books, operation)
    case 'answer':
    case 'post':
    case 'capture':
    case 'voidPayment':
    case 'refund':
      return buildPaymentCall(company, books, operation)
    case 'agree':
    case 'withdraw':
      return buildConsentCall(company, books, operation)
    case 'recheck':
    case 'closeCase': {
      const route = operation.op === 'recheck' ? paymentCases.recheck : paymentCases.close
      const body = operation.op === 'recheck' ? {} : { note: 'Looked into.' }
      return { principal: STAFF, route, params: { case: operation.case }, body }
    }
    case 'waiveFees':
    case 'undoWaiver':
    case 'statement':
      return buildFeeOrStatementCall(company, operation)
    case 'clock':
    case 'movePlans':
    case 'chargeDue':
    case 'chargeFees':
    case 'importInvoices':
    case 'dashboard':
      throw new Error(`${operation.op} is not a single API call`)
    default:
      return buildCreditCall(company, books, operation)
  }
}

function buildSendCall({ ids }: Company, { invoice, email, request }: Of<'send'>): ApiCall {
  const body = { email, request_id: request }
  return { principal: STAFF, route: invoices.send, params: { invoice: ids.get(invoice)! }, body }
}

function buildConsentCall(company: Company, books: Books, operation: Of<'agree' | 'withdraw'>): ApiCall {
  if (operation.op === 'withdraw' && operation.method === null) {
    const params = { customer: company.customers[operation.customer]!.id }
    return { principal: STAFF, route: autoPayments.turnOffForCustomer, params }
  }
  const method = operation.method!
  const principal: Principal = { as: 'portal', customer: books.methods[method]!.customer }
  const params = { method: company.methods[method]! }
  return operation.op === 'agree'
    ? { principal, route: autoPayments.turnOn, params, body: { text_version: CONSENT_TEXT_VERSION } }
    : { principal, route: autoPayments.turnOff, params }
}

function buildFeeOrStatementCall(
  company: Company,
  operation: Of<'waiveFees' | 'undoWaiver' | 'statement'>,
): ApiCall {
  switch (operation.op) {
    case 'waiveFees': {
      const body = { fees: operation.fees.map((key) => company.ids.get(key)!), reason: 'Goodwill' }
      return { principal: STAFF, route: lateFees.waive, body }
    }
    case 'undoWaiver':
      return {
        principal: STAFF,
        route: lateFees.undoWaiver,
        params: { fee: company.ids.get(operation.fee)! },
      }
    case 'statement': {
      const { customer, form: kind, from, to, again } = operation
      const params = { customer: company.customers[customer]!.id }
      return { principal: STAFF, route: statementSending.email, params, body: { from, to, kind, again } }
    }
  }
}

function buildInvoiceCall(company: Company, books: Books, operation: Of<'draft' | 'edit'>): ApiCall {
  const { currency } = books.customers[operation.customer]!
  const customer = company.customers[operation.customer]!.id
  const lines = formatLines(operation.lines, currency)
  if (operation.op === 'draft') {
    const { terms, date } = operation
    return { principal: STAFF, route: invoices.create, body: { customer, invoice_date: date, terms, lines } }
  }
  const invoice = books.invoices.get(operation.invoice)!
  return {
    principal: STAFF,
    route: invoices.update,
    params: { invoice: company.ids.get(operation.invoice)! },
    body: { customer, invoice_date: invoice.date, terms: invoice.terms, lines, revision: operation.revision },
  }
}

function buildPayCall(company: Company, books: Books, operation: PayOperation): ApiCall {
  const invoice = books.invoices.get(operation.invoice)!
  const id = company.ids.get(invoice.key)!
  const { currency } = books.customers[invoice.customer]!
  const { customer, method, storedMethod } = operation
  const principal: Principal =
    operation.by === 'link'
      ? { as: 'link', invoice: id, customer: invoice.customer, generation: payLinkGeneration(books, invoice) }
      : { as: 'portal', customer }
  if (method === 'order') {
    const body = { amount: formatAmount(operation.amount, currency), request_id: operation.request }
    return { principal, route: payments.createOrder, params: { invoice: id }, body }
  }
  const details = storedMethod === null ? fillPaymentForm(method) : null
  const option = details?.option ?? `stored-${company.methods[storedMethod!]}`
  const form = details && { ...details.fields, store_method: operation.store }
  const box = operation.agree && { enable_auto_payments: true }
  const body = {
    ...form,
    ...box,
    amount: formatAmount(operation.amount, currency),
    request_id: operation.request,
    ...(operation.installment && { installment_id: installmentId(company, operation.installment) }),
  }
  if (!operation.lines) return { principal, route: payments.pay, params: { invoice: id, option }, body }
  const invoices = toSeenInvoices(company, operation.lines, currency)
  const credit = operation.credit && { credit: formatAmount(operation.credit, currency) }
  return { principal, route: openInvoices.pay, params: { option }, body: { invoices, ...credit, form: body } }
}

const installmentId = ({ ids }: Company, { plan, number }: { plan: string; number: number }): string =>
  ids.get(`installment ${number} of ${plan}`)!

/**
 * Captures or cancels an order by the processor's reference. Decisions on the processor's page are not API
 * calls.
 */
function buildOrderCall(company: Company, books: Books, operation: OrderOperation): ApiCall {
  const payment = books.payments.get(operation.payment)!
  const principal: Principal = { as: 'portal', customer: payment.customer }
  const params = { invoice: company.ids.get(payment.shares[0]!.invoice)! }
  const order = { order_id: payment.ref! }
  return operation.action === 'take'
    ? { principal, route: payments.captureOrder, params, body: { ...order, request_id: operation.request } }
    : { principal, route: payments.cancelOrder, params, body: order }
}

function buildPaymentCall(
  company: Company,
  books: Books,
  operation: Of<'answer' | 'capture' | 'voidPayment' | 'refund' | 'post'>,
): ApiCall {
  const payment = books.payments.get(operation.payment)!
  const id = company.ids.get(payment.key)!
  switch (operation.op) {
    case 'answer':
      return {
        principal: { as: 'portal', customer: payment.customer },
        route: payments.answerChallenge,
        params: { invoice: company.ids.get(payment.shares[0]!.invoice)!, payment: id },
        body: { answer: operation.approve ? 'approve' : 'decline' },
      }
    case 'refund': {
      const { currency } = books.customers[payment.customer]!
      const total = formatAmount(operation.amount, currency)
      const body = { total, total_currency: currency, request_id: operation.request }
      return { principal: STAFF, route: payments.refund, params: { payment: id }, body }
    }
    default: {
      const routes = { capture: payments.capture, voidPayment: payments.void, post: payments.post }
      return { principal: STAFF, route: routes[operation.op], params: { payment: id }, body: {} }
    }
  }
}

type NamedShares = readonly { readonly invoice: string; readonly amount: bigint }[] | null

const toNamedInvoices = ({ ids }: Company, shares: NamedShares, currency: string) =>
  shares && {
    invoices: shares.map((one) => ({
      invoice: ids.get(one.invoice)!,
      amount: formatAmount(one.amount, currency),
    })),
  }

function buildRecordCall(company: Company, books: Books, operation: Of<'record'>): ApiCall {
  const { customer, total, shares, request, date } = operation
  const { currency } = books.customers[customer]!
  const body = {
    customer: company.customers[customer]!.id,
    type: 'check',
    total: formatAmount(total, currency),
    received_on: date,
    request_id: request,
    ...toNamedInvoices(company, shares, currency),
  }
  return { principal: STAFF, route: payments.record, body }
}

function buildUseCreditCall(company: Company, books: Books, operation: Of<'useCredit'>): ApiCall {
  const { payment, shares, request } = operation
  const { currency } = books.customers[books.payments.get(payment)!.customer]!
  const body = { request_id: request, ...toNamedInvoices(company, shares, currency) }
  return { principal: STAFF, route: payments.useCredit, params: { payment: company.ids.get(payment)! }, body }
}

function buildCreditCall(
  company: Company,
  books: Books,
  operation: Of<'record' | 'useCredit' | 'issueMemo' | 'applyMemo' | 'unapply' | 'voidMemo' | 'removeMethod'>,
): ApiCall {
  const id = (key: string): string => company.ids.get(key)!
  switch (operation.op) {
    case 'record':
      return buildRecordCall(company, books, operation)
    case 'useCredit':
      return buildUseCreditCall(company, books, operation)
    case 'issueMemo': {
      const { customer, total } = operation
      const { currency } = books.customers[customer]!
      const issued_on = today(books)
      const body = {
        customer: company.customers[customer]!.id,
        issued_on,
        total: formatAmount(total, currency),
        request_id: operation.request,
      }
      return { principal: STAFF, route: creditMemos.issue, body }
    }
    case 'applyMemo': {
      const { currency } = books.customers[books.memos.get(operation.memo)!.customer]!
      const amount = formatAmount(operation.amount, currency)
      const body = { invoice: id(operation.invoice), amount, request_id: operation.request }
      return { principal: STAFF, route: creditMemos.apply, params: { memo: id(operation.memo) }, body }
    }
    case 'unapply': {
      const application = books.applications.get(operation.application)!
      const body = { application: id(application.key) }
      return { principal: STAFF, route: creditMemos.unapply, params: { memo: id(application.memo) }, body }
    }
    case 'voidMemo':
      return { principal: STAFF, route: creditMemos.void, params: { memo: id(operation.memo) }, body: {} }
    case 'removeMethod': {
      const stored = books.methods[operation.method]!
      const principal: Principal = { as: 'portal', customer: stored.customer }
      return {
        principal,
        route: payments.removeMethod,
        params: { method: company.methods[operation.method]! },
      }
    }
  }
}
