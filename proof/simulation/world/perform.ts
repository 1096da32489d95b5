import { sandboxDesk } from '../../../server/gateways/payments/sandbox/index.ts'
import { SCHEDULES } from '../../../server/main/schedules.ts'
import { unitOfWork } from '../../../server/platform/context.ts'
import type { Schedule } from '../../../server/platform/registry.ts'
import { type Answer, type Books, OK, SILENCE } from '../model/books.ts'
import { type ChargeOperation, MOMENT_MS, type Operation, type OrderOperation } from '../model/operations.ts'
import { atDesk, letArrive } from './at-desk.ts'
import { call, introduce, type Reply } from './call.ts'
import type { Company } from './company.ts'
import { deedOf } from './deeds.ts'
import { importFile } from './import-file.ts'
import { noMischief } from './mischief.ts'

/** Does what is asked, with whatever is to go wrong in it, and says how it was answered. */
export async function perform(company: Company, books: Books, operation: Operation): Promise<Answer> {
  if (operation.op === 'clock') return passTime(company, books, operation)
  if (operation.op === 'order' && isAtProcessor(operation)) return decideOrder(company, books, operation)
  if (operation.op === 'chargeDue') return chargeDue(company, operation)
  if (operation.op === 'desk') return atDesk(company, books, operation)
  if (operation.op === 'importInvoices') return importFile(company, books, operation)
  const deed = deedOf(company, books, operation)
  await introduce(company, deed.who)
  arm(company, operation)
  if (operation.op === 'removeMethod') company.lane.advance(MOMENT_MS)
  const reply = await call(company, deed.who, deed.route, deed)
  return disarm(company) ? SILENCE : answerOf(reply)
}

const isAtProcessor = ({ deed }: OrderOperation): boolean => deed === 'approve' || deed === 'refuse'

/** The payer says yes or no on the Sandbox's own page. */
async function decideOrder(company: Company, books: Books, operation: OrderOperation): Promise<Answer> {
  const desk = sandboxDesk(company.lane.app, company.accountId)
  const { ref } = books.payments.get(operation.payment)!
  await (operation.deed === 'approve' ? desk.approveOrder(ref!) : desk.cancelOrder(ref!))
  return OK
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
  const steps = ['pay', 'answer', 'capture', 'order', 'voidPayment', 'refund'].includes(operation.op)
  const admission = steps && company.overHttp ? 1 : 0
  if (operation.op !== 'pay') return admission
  return admission + (operation.stored === null ? 1 : 2)
}

function arm(company: Company, operation: Operation): void {
  Object.assign(company.lane.mischief, {
    ...noMischief(),
    trouble: 'trouble' in operation ? operation.trouble : null,
    crash: 'crash' in operation ? operation.crash : null,
    post: operation.op === 'recheck' && operation.silent ? 'unreadable' : null,
    holdsBack: operation.op === 'pay' && (operation.heldBack ?? null) !== null,
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

const schedulesOf = (room: string): Schedule[] => SCHEDULES.filter(({ name }) => name.startsWith(`${room}.`))

/** Moves the clock and does what a worker does then: schedules, then the jobs that are due. */
async function passTime(
  company: Company,
  books: Books,
  { minutes, mail }: Extract<Operation, { op: 'clock' }>,
): Promise<Answer> {
  const { lane, accountId } = company
  await letArrive(company, books)
  lane.advance(minutes * 60_000)
  const commitsLeft = mail === 'crash' ? minutes % 9 : Number.POSITIVE_INFINITY
  Object.assign(lane.mischief, { ...noMischief(), post: mail, commitsLeft })
  await runSchedules(company, 'payments', mail === 'unreadable')
  await lane.jobs.run(lane.app, JOBS_OF_MONEY)
  disarm(company)
  if (mail !== null) await lane.wakeProcessor(accountId)
  return OK
}

/** What falls due is charged, by a worker of its own. */
async function chargeDue(company: Company, { trouble }: ChargeOperation): Promise<Answer> {
  Object.assign(company.lane.mischief, { ...noMischief(), trouble })
  await runSchedules(company, 'auto-payments', false)
  disarm(company)
  return OK
}

async function runSchedules({ lane, accountId }: Company, room: string, mayFail: boolean): Promise<void> {
  for (const tick of schedulesOf(room)) {
    if (lane.bug.withoutSchedules?.includes(tick.name)) continue
    const actor = { kind: 'system', job: tick.name } as const
    const steps = unitOfWork(lane.app, { requestId: 'tick', ip: null }, actor, accountId)
    await tick.run(steps).catch((error: unknown) => {
      if (!lane.mischief.dead && !mayFail) throw error
    })
  }
}
