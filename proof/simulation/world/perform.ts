import type { Route } from '../../../contract/route.ts'
import { sandboxDashboard } from '../../../server/gateways/payments/sandbox/index.ts'
import { SCHEDULES } from '../../../server/main/schedules.ts'
import { unitOfWork } from '../../../server/platform/context.ts'
import type { Schedule } from '../../../server/platform/registry.ts'
import type { SingleCrash } from '../commands.ts'
import { type Books, NO_REPLY, OK, type ReplySummary } from '../model/books.ts'
import {
  type ChargeDueOperation,
  MOMENT_MS,
  type Operation,
  type OrderOperation,
} from '../model/operations.ts'
import { buildApiCall } from './build-api-call.ts'
import { ensurePlanLink } from './build-plan-call.ts'
import { call, ensureSession, isUnitOfWork, type Reply } from './call.ts'
import type { Company } from './company.ts'
import { importFile } from './import-file.ts'
import { noInjectedFaults } from './injected-faults.ts'
import { deliverDelayedCharges, performAtProcessor } from './perform-at-processor.ts'

/** Performs an operation on the product with its faults. Returns NO_REPLY when the process died. */
export async function perform(company: Company, books: Books, operation: Operation): Promise<ReplySummary> {
  if (operation.op === 'clock') return passTime(company, books, operation)
  if (operation.op === 'order' && isOnProcessorPage(operation)) return decideOrder(company, books, operation)
  if (operation.op === 'movePlans') return movePlans(company)
  if (operation.op === 'chargeDue') return chargeDue(company, operation)
  if (operation.op === 'chargeFees') return chargeFees(company, operation.crash)
  if (operation.op === 'dashboard') return performAtProcessor(company, books, operation)
  if (operation.op === 'importInvoices') return importFile(company, books, operation)
  await ensurePlanLink(company, operation)
  const apiCall = buildApiCall(company, books, operation)
  await ensureSession(company, apiCall.principal)
  injectFaults(company, operation, apiCall.route)
  if (operation.op === 'removeMethod') company.lane.advance(MOMENT_MS)
  const reply = await call(company, apiCall.principal, apiCall.route, apiCall)
  return clearFaults(company) ? NO_REPLY : summarizeReply(reply)
}

const isOnProcessorPage = ({ action }: OrderOperation): boolean => action === 'approve' || action === 'refuse'

/** The payer approves or declines the order on the Sandbox's page. */
async function decideOrder(company: Company, books: Books, operation: OrderOperation): Promise<ReplySummary> {
  const dashboard = sandboxDashboard(company.lane.app, company.accountId)
  const { ref } = books.payments.get(operation.payment)!
  await (operation.action === 'approve' ? dashboard.approveOrder(ref!) : dashboard.cancelOrder(ref!))
  return OK
}

/** Performs two operations concurrently. */
export function performTogether(
  company: Company,
  books: Books,
  pair: readonly [Operation, Operation],
): Promise<ReplySummary[]> {
  const calls = pair.map((operation) => buildApiCall(company, books, operation))
  return Promise.all(
    calls.map(async (one) => summarizeReply(await call(company, one.principal, one.route, one))),
  )
}

const summarizeReply = ({ status, body }: Reply): ReplySummary => {
  if (typeof body.code === 'string')
    return { status, code: status === 500 ? JSON.stringify(body) : body.code }
  return status === 400 ? { status, field: Object.keys(body).join(' ') } : { status }
}

/**
 * The number of commits before the one that records the intent. Over HTTP, authorization adds one to the calls
 * that don't run in a single transaction.
 */
function countCommitsBeforeIntent(company: Company, operation: Operation, route: Route): number {
  const authorization = company.overHttp && isUnitOfWork(route) ? 1 : 0
  if (operation.op === 'payWithCredit') return authorization + 2
  if (operation.op !== 'pay') return authorization
  return authorization + (operation.storedMethod === null ? 1 : 2)
}

function injectFaults(company: Company, operation: Operation, route: Route): void {
  Object.assign(company.lane.faults, {
    ...noInjectedFaults(),
    trouble: 'trouble' in operation ? operation.trouble : null,
    crash: 'crash' in operation ? operation.crash : null,
    webhooks: operation.op === 'recheck' && operation.silent ? 'unreadable' : null,
    delaysCharges: operation.op === 'pay' && (operation.delayedCharge ?? null) !== null,
    intent: countCommitsBeforeIntent(company, operation, route),
  })
}

/** Removes all faults, as if the process had been restarted. Returns true when it had died. */
function clearFaults(company: Company): boolean {
  const { dead } = company.lane.faults
  Object.assign(company.lane.faults, noInjectedFaults())
  return dead
}

const PAYMENT_JOBS = new Set([
  'payments.handle-provider-event',
  'payments.check-payment',
  'payments.check-refund',
])

const schedulesOf = (room: string): Schedule[] => SCHEDULES.filter(({ name }) => name.startsWith(`${room}.`))

/** Moves the clock, then runs the schedules and due jobs as a worker would. */
async function passTime(
  company: Company,
  books: Books,
  { minutes, webhooks }: Extract<Operation, { op: 'clock' }>,
): Promise<ReplySummary> {
  const { lane, accountId } = company
  await deliverDelayedCharges(company, books)
  lane.advance(minutes * 60_000)
  const commitsLeft = webhooks === 'crash' ? minutes % 9 : Number.POSITIVE_INFINITY
  Object.assign(lane.faults, { ...noInjectedFaults(), webhooks, commitsLeft })
  await runSchedules(company, 'payments', webhooks === 'unreadable')
  await lane.jobs.run(lane.app, PAYMENT_JOBS)
  clearFaults(company)
  if (webhooks !== null) await lane.wakeProcessor(accountId)
  return OK
}

/** Runs the schedule of payment plans. */
async function movePlans(company: Company): Promise<ReplySummary> {
  await runSchedules(company, 'payment-plans', false)
  return OK
}

/** Runs the schedules of automatic payments, as a worker of its own would. */
async function chargeDue(company: Company, { trouble }: ChargeDueOperation): Promise<ReplySummary> {
  Object.assign(company.lane.faults, { ...noInjectedFaults(), trouble })
  await runSchedules(company, 'auto-payments', false)
  clearFaults(company)
  return OK
}

/** Runs the schedule of late fees. Its second transaction charges them. */
async function chargeFees(company: Company, crash: SingleCrash): Promise<ReplySummary> {
  Object.assign(company.lane.faults, { ...noInjectedFaults(), crash, intent: 1 })
  await runSchedules(company, 'late-fees', false)
  clearFaults(company)
  return OK
}

async function runSchedules({ lane, accountId }: Company, room: string, mayFail: boolean): Promise<void> {
  for (const schedule of schedulesOf(room)) {
    if (lane.bug.withoutSchedules?.includes(schedule.name)) continue
    const actor = { kind: 'system', job: schedule.name } as const
    const uow = unitOfWork(lane.app, { requestId: 'schedule', ip: null }, actor, accountId)
    await schedule.run(uow).catch((error: unknown) => {
      if (!lane.faults.dead && !mayFail) throw error
    })
  }
}
