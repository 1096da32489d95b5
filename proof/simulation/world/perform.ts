import { contract } from '../../../contract/index.ts'
import type { Route } from '../../../contract/route.ts'
import { SCHEDULES } from '../../../server/main/schedules.ts'
import { stepsOf } from '../../../server/platform/context.ts'
import { type Answer, type Books, OK, SILENCE } from '../model/books.ts'
import { today, written } from '../model/figures.ts'
import type { Operation, PayOperation } from '../model/operations.ts'
import { call, introduce, type Reply, type Request, type Who } from './call.ts'
import type { Company } from './company.ts'
import { noMischief } from './mischief.ts'
import { detailsOf, linesOf } from './wire.ts'

const STAFF: Who = { as: 'staff' }
const { invoices, payments, creditMemos } = contract

/** What one deed is as a call: who makes it, on which route, with what. */
interface Deed extends Request {
  readonly who: Who
  readonly route: Route
}

/** Does what is asked, with whatever is to go wrong in it, and says how it was answered. */
export async function perform(company: Company, books: Books, operation: Operation): Promise<Answer> {
  if (operation.op === 'clock') return passTime(company, operation)
  const deed = deedOf(company, books, operation)
  await introduce(company, deed.who)
  arm(company, operation)
  const reply = await call(company, deed.who, deed.route, deed)
  return disarm(company) ? SILENCE : answerOf(reply)
}

/** Two deeds at the same moment. */
export function performTogether(
  company: Company,
  books: Books,
  pair: readonly [Operation, Operation],
): Promise<Answer[]> {
  const deeds = pair.map((operation) => deedOf(company, books, operation))
  return Promise.all(deeds.map(async (deed) => answerOf(await call(company, deed.who, deed.route, deed))))
}

const answerOf = ({ status, body }: Reply): Answer => {
  if (typeof body.code === 'string')
    return { status, code: status === 500 ? JSON.stringify(body) : body.code }
  return status === 400 ? { status, field: Object.keys(body).join(' ') } : { status }
}

/** Transactions of an action before the one that records its intent. The doorkeeper's own comes first over HTTP. */
function intentOf(company: Company, operation: Operation): number {
  const steps = ['pay', 'answer', 'capture', 'voidPayment', 'refund'].includes(operation.op)
  const admission = steps && company.overHttp ? 1 : 0
  if (operation.op !== 'pay') return admission
  return admission + (operation.stored === null ? 1 : 2)
}

function arm(company: Company, operation: Operation): void {
  Object.assign(company.lane.mischief, {
    ...noMischief(),
    trouble: 'trouble' in operation ? operation.trouble : null,
    crash: 'crash' in operation ? operation.crash : null,
    intent: intentOf(company, operation),
  })
}

/** Nothing goes wrong any more, and a process that died has been started again. True when it had. */
function disarm(company: Company): boolean {
  const { dead } = company.lane.mischief
  Object.assign(company.lane.mischief, noMischief())
  return dead
}

const JOBS_OF_MONEY = new Set([
  'payments.handle-provider-event',
  'payments.check-payment',
  'payments.check-refund',
])

const SCHEDULES_OF_MONEY = SCHEDULES.filter(({ name }) => name.startsWith('payments.'))

/** Moves the clock and does what a worker does then: schedules, then the jobs that are due. */
async function passTime(
  company: Company,
  { minutes, mail }: Extract<Operation, { op: 'clock' }>,
): Promise<Answer> {
  const { lane, accountId } = company
  lane.advance(minutes * 60_000)
  const commitsLeft = mail === 'crash' ? minutes % 9 : Number.POSITIVE_INFINITY
  Object.assign(lane.mischief, { ...noMischief(), post: mail, commitsLeft })
  for (const tick of SCHEDULES_OF_MONEY) {
    if (lane.bug.withoutSchedules?.includes(tick.name)) continue
    const steps = stepsOf(
      lane.app,
      { requestId: 'tick', ip: null },
      { kind: 'system', job: tick.name },
      accountId,
    )
    await tick.run(steps).catch((error: unknown) => {
      if (!lane.mischief.dead && mail !== 'unreadable') throw error
    })
  }
  await lane.jobs.run(lane.app, JOBS_OF_MONEY)
  disarm(company)
  if (mail !== null) await lane.wakeProcessor(accountId)
  return OK
}

type Of<O extends Operation['op']> = Extract<Operation, { op: O }>

function deedOf(company: Company, books: Books, operation: Operation): Deed {
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
    case 'answer':
    case 'capture':
    case 'voidPayment':
    case 'refund':
      return moving(company, books, operation)
    case 'clock':
      throw new Error('time is no call')
    default:
      return crediting(company, books, operation)
  }
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
      ? { as: 'link', invoice: id, customer: invoice.customer, generation: invoice.links }
      : { as: 'portal', customer }
  const details = stored === null ? detailsOf(method) : null
  const option = details?.option ?? `stored-${company.methods[stored!]}`
  const form = details && { ...details.fields, store_method: operation.store }
  const body = { ...form, amount: written(operation.amount, currency), request_id: operation.request }
  return { who, route: payments.pay, params: { invoice: id, option }, body }
}

function moving(
  company: Company,
  books: Books,
  operation: Of<'answer' | 'capture' | 'voidPayment' | 'refund'>,
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
      const route = operation.op === 'capture' ? payments.capture : payments.void
      return { who: STAFF, route, params: { payment: id }, body: {} }
    }
  }
}

function crediting(
  company: Company,
  books: Books,
  operation: Of<'record' | 'issueMemo' | 'applyMemo' | 'unapply' | 'voidMemo' | 'removeMethod'>,
): Deed {
  const id = (key: string): string => company.ids.get(key)!
  switch (operation.op) {
    case 'record': {
      const { customer, total, shares, request, date } = operation
      const { currency } = books.customers[customer]!
      const named = shares?.map((one) => ({
        invoice: id(one.invoice),
        amount: written(one.amount, currency),
      }))
      const body = {
        customer: company.customers[customer]!.id,
        type: 'check',
        total: written(total, currency),
        received_on: date,
        request_id: request,
        ...(named && { invoices: named }),
      }
      return { who: STAFF, route: payments.record, body }
    }
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
