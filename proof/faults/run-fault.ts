import { DAY_MS, MINUTE_MS, SECOND_MS } from '../../domain/dates/durations.ts'
import type { Capabilities } from '../../server/gateways/payments/port.ts'
import { asDate } from '../../server/platform/clock.ts'
import type { Fault } from '../processors/fault-control.ts'
import type { Reply, World } from '../processors/open-world.ts'
import type { Operation, Prepared } from './operations.ts'
import { countMovements, isResolved, type PaymentState, readPaymentStates } from './payment-state.ts'

/** Longest time in which an outcome may stay unresolved after the processor recovers. */
export const MAX_MINUTES = 15

/** Result of one operation with one fault. */
export interface FaultResult {
  /** Replies to the request that hit the fault, and to its repetition during the fault. */
  readonly reply: Reply | null
  readonly repeatedReply: Reply | null
  /** State during the fault. */
  readonly during: PaymentState
  /** Kinds of the open cases about the payment. */
  readonly cases: readonly string[]
  /** True when a recheck during the fault left every case open. */
  readonly stayedOpen: boolean
  /** Minutes of the product's clock from recovery to resolution; null when it was not resolved. */
  readonly minutes: number | null
  readonly resolved: PaymentState
  /** Reply to the same request after the resolution. */
  readonly replyAfter: Reply | null
  /** Reply to a new request, sent when the first one had no effect, or its effect was taken back. */
  readonly newReply: Reply | null
  readonly moved: { readonly charges: number; readonly refunds: number }
  /** The charge was canceled, so that a new request had to be sent. */
  readonly takenBack: boolean
  readonly last: PaymentState
  readonly mails: readonly string[]
}

interface RunningOperation {
  readonly operation: Operation
  readonly prepared: Prepared
  reply: Reply | null
  repeatedReply: Reply | null
  during?: PaymentState
  cases: string[]
  stayedOpen: boolean
  minutes: number | null
  resolved?: PaymentState
  replyAfter: Reply | null
  newReply: Reply | null
}

/** Runs each operation with the fault and lets the processor recover. */
export async function runFault(
  world: World,
  fault: Fault,
  operations: readonly Operation[],
): Promise<Map<string, FaultResult>> {
  // Operations with lead days are prepared first, so that the others don't wait for them.
  const since = world.test.clock.wallNow()
  const running: RunningOperation[] = []
  for (const operation of operations.toSorted((a, b) => b.leadDays - a.leadDays))
    running.push(begin(operation, await operation.prepare(world)))
  try {
    await runDuringFault(world, fault, running)
    await recover(world, fault, running)
  } finally {
    // After a failure too, so that the next fault starts with a processor that answers.
    await world.faults.recover()
    await world.processor.events?.release()
  }
  await repeatRequests(world, fault, running)
  await waitForClearing(world, fault, running)
  const found = new Map<string, FaultResult>()
  for (const one of running) found.set(one.operation.name, await readResult(world, one, since))
  return found
}

const begin = (operation: Operation, prepared: Prepared): RunningOperation => ({
  operation,
  prepared,
  reply: null,
  repeatedReply: null,
  cases: [],
  stayedOpen: true,
  minutes: null,
  replyAfter: null,
  newReply: null,
})

async function runDuringFault(
  world: World,
  fault: Fault,
  running: readonly RunningOperation[],
): Promise<void> {
  const { faults } = world
  // Webhooks could report the outcome. They come late, so that the product has to find it out.
  world.processor.events?.hold()
  faults.start(fault, [...new Set(running.map(({ operation }) => operation.write))])
  const runQuickly = <T>(work: () => Promise<T>) => (fault.timesOut ? world.withShortTimeout(work) : work())
  await runQuickly(() =>
    Promise.all(
      running.map(async (one) => {
        one.reply = await one.prepared.send()
      }),
    ),
  )
  await faults.passTimeout()
  if (fault.outageMs > 0) await faults.disconnect()
  // A late write has taken effect by now, so a repeated request gets a response.
  const comesLate = fault.consequence.kind === 'unknown' && fault.consequence.effect === 'late'
  for (const one of running) {
    one.repeatedReply = await (comesLate ? one.prepared.send() : runQuickly(one.prepared.send))
    one.during = (await readPaymentStates(world, one.prepared.invoiceId)).at(-1)!
  }
  if (fault.consequence.kind === 'wrong') for (const one of running) await recheckCases(world, one)
}

interface FoundCase {
  readonly pk: string
  readonly kind: string
}

async function openCases(world: World, { prepared }: RunningOperation): Promise<FoundCase[]> {
  const mine = (await readPaymentStates(world, prepared.invoiceId)).map(({ id }) => id)
  const found: (FoundCase & { readonly payment: { readonly pk: string } | null })[] = []
  // A daily comparison during the fault opens a case for every payment of its days.
  for (let page = 1, more = true; more; page++) {
    const { body } = await world.staff('GET', `payment-cases/?state=open&page_size=100&page=${page}`)
    found.push(...(body.results as typeof found))
    more = body.next !== null
  }
  return found.filter(({ payment }) => payment !== null && mine.includes(payment.pk))
}

/** Rechecks the cases while the processor still reports the wrong amount, which must not book anything. */
async function recheckCases(world: World, one: RunningOperation): Promise<void> {
  for (const { pk, kind } of await openCases(world, one)) {
    one.cases.push(kind)
    const { body } = await world.staff('POST', `payment-cases/${pk}/recheck/`)
    if (body.closed_at !== null) one.stayedOpen = false
  }
}

async function recover(world: World, fault: Fault, running: readonly RunningOperation[]): Promise<void> {
  const { faults, test } = world
  // Short steps at first, for the early checks; then every two hours.
  for (let elapsedMs = 0; elapsedMs < fault.outageMs; ) {
    const step = elapsedMs < 15 * MINUTE_MS ? 5 * MINUTE_MS : 120 * MINUTE_MS
    test.clock.advance(step)
    elapsedMs += step
    await world.runSchedules()
  }
  await faults.recover()
  // A recheck finds that the processor now reports the requested amount.
  if (fault.consequence.kind === 'wrong')
    for (const one of running)
      for (const { pk } of await openCases(world, one))
        await world.staff('POST', `payment-cases/${pk}/recheck/`)
  for (let minute = 0; minute <= MAX_MINUTES; minute++) {
    for (const one of running.filter(({ minutes }) => minutes === null)) {
      const now = (await readPaymentStates(world, one.prepared.invoiceId)).at(-1)!
      one.resolved = now
      if (isResolved(now)) one.minutes = minute
    }
    if (running.every(({ minutes }) => minutes !== null)) return
    test.clock.advance(MINUTE_MS)
    await world.runSchedules()
  }
}

/** True where a charge whose answer was lost is canceled, since it can't be looked up. */
export const isTakenBack = ({ write }: Operation, { cancelsLost }: Capabilities): boolean =>
  write === 'create' && cancelsLost !== undefined

async function repeatRequests(
  world: World,
  fault: Fault,
  running: readonly RunningOperation[],
): Promise<void> {
  const { consequence } = fault
  const hadNoEffect = (operation: Operation) =>
    consequence.kind === 'refused' ||
    (consequence.kind === 'unknown' && (consequence.effect === 'not' || isTakenBack(operation, world.can)))
  // In reverse order, because a new request of the operations that were prepared first waits for days.
  for (const one of running.toReversed()) {
    one.replyAfter = await one.prepared.send()
    if (hadNoEffect(one.operation) && (one.replyAfter === null || one.replyAfter.status !== 200))
      one.newReply = await one.prepared.sendNew()
  }
  world.test.clock.advance(SECOND_MS)
}

/** Advances the clock until the bank has cleared all payments. */
async function waitForClearing(
  world: World,
  fault: Fault,
  running: readonly RunningOperation[],
): Promise<void> {
  const days = Math.max(...running.map(({ operation }) => operation.clearsInDays))
  if (days > 0) world.test.clock.advance(days * DAY_MS + MINUTE_MS)
  // Webhooks that failed all day are tried again within hours; they concern settled payments.
  if (fault.outageMs > 0) world.test.clock.advance(fault.outageMs)
  for (let minute = 0; minute < 3; minute++) {
    await world.runSchedules()
    world.test.clock.advance(2 * MINUTE_MS)
  }
}

async function readResult(world: World, one: RunningOperation, since: number): Promise<FaultResult> {
  const { invoiceId } = one.prepared
  const { operation: _, prepared: __, ...seen } = one
  return {
    ...seen,
    during: one.during!,
    resolved: one.resolved!,
    takenBack: isTakenBack(one.operation, world.can),
    moved: await countMovements(world, invoiceId),
    last: (await readPaymentStates(world, invoiceId)).at(-1)!,
    mails: await world.company.run(async (ctx) => {
      const rows = await ctx.db
        .selectFrom('mail_messages')
        .select(['subject', 'text_body'])
        .where('created_at', '>=', asDate(since))
        .execute()
      return rows.map(({ subject, text_body }) => `${subject}\n${text_body}`)
    }),
  }
}
