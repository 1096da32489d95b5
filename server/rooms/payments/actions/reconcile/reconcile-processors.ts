import { isCompared } from '../../../../../contract/payments/payment-cases.ts'
import { addDays, dateInZone } from '../../../../../domain/dates/calendar.ts'
import { DAY_MS, HOUR_MS } from '../../../../../domain/dates/durations.ts'
import { startOfDayInZone } from '../../../../../domain/dates/time-zone.ts'
import type { Period, ProcessorPayment } from '../../../../gateways/payments/port.ts'
import type { Ctx, UnitOfWork } from '../../../../platform/context.ts'
import { failpoint } from '../../../../platform/control/failpoint.ts'
import { readAccountRow } from '../../../accounts/index.ts'
import { type Difference, differencesOf } from '../../rules/differences.ts'
import { openCasesOf, setClosed } from '../../store/cases.ts'
import {
  type BookedPayment,
  bookedBetween,
  bookedByReference,
  claimDay,
  finishDay,
  lastComparison,
  nextClaim,
} from '../../store/reconciliations.ts'
import { readPayouts } from '../payouts/read-payouts.ts'
import { everyProcessor, isOfFormerAccount, type Processor } from '../processor/find-processor.ts'
import { chooseBooked, type Examined, examinePayment, type Subject } from './examine-payment.ts'
import { listAllPages } from './list-all-pages.ts'
import { openCase } from './open-case.ts'

const DAYS_BACK = 35
/** Changes of the last hour may still be under way to us or to the processor. */
const STILL_MOVING_MS = HOUR_MS
/** A day's comparison starts at three in the morning in the account's time zone. */
const BEGINS_AFTER_MS = 3 * HOUR_MS
const PAGE_SIZE = 200
const MAX_ASKED_AGAIN = 1000
const MAX_UNANSWERED = 5

/**
 * Once a day, compares every charge and refund of each processor with the ledger in both directions. Opens a
 * case for each difference and closes a case whose difference is gone.
 */
export async function reconcileProcessors(uow: UnitOfWork): Promise<void> {
  for (const processor of await everyProcessor(uow)) {
    const { id } = processor.adapter
    const due = await uow.transaction((ctx) => claim(ctx, id))
    if (!due) continue
    await failpoint('compare.claimed')
    try {
      const outcome = await new Comparison(uow, processor, due).run()
      await failpoint('compare.compared')
      await uow.transaction((ctx) => finishDay(ctx, id, due.day, outcome))
    } catch (error) {
      await uow.transaction((ctx) => finishDay(ctx, id, due.day, { failure: String(error) }))
      uow.app.log.error('reconciliation failed', { processor: id, day: due.day, error })
    }
    await readPayouts(uow, processor)
    await failpoint('compare.finished')
  }
}

/** Returns when the next comparison is due, in epoch ms; null without a processor. */
export async function nextReconciliation(uow: UnitOfWork): Promise<number | null> {
  const ids = (await everyProcessor(uow)).map(({ adapter }) => adapter.id)
  if (ids.length === 0) return null
  return uow.transaction(async (ctx) => {
    const { timezone } = await readAccountRow(ctx)
    const day = dateInZone(ctx.now - BEGINS_AFTER_MS, timezone)
    const tomorrow = startOfDayInZone(addDays(day, 1), timezone) + BEGINS_AFTER_MS
    const claims = await Promise.all(ids.map((id) => nextClaim(ctx, id, day)))
    return Math.min(tomorrow, ...claims.filter((at) => at !== null))
  })
}

/** One payment on both sides: at the processor and in the ledger. */
type Pair = Pick<Examined, 'observed' | 'booked'>

/** Scope of one day's comparison. */
interface Due {
  readonly day: string
  readonly period: Period
  /** Charges that were too recent for the last comparison, whatever their age. */
  readonly movingRefs: readonly string[]
}

async function claim(ctx: Ctx, provider: string): Promise<Due | null> {
  const { timezone } = await readAccountRow(ctx)
  const day = dateInZone(ctx.now - BEGINS_AFTER_MS, timezone)
  if (!(await claimDay(ctx, provider, day))) return null
  // Includes the time in which no worker ran, however long.
  const { beganMs, movingRefs } = await lastComparison(ctx, provider)
  const fromMs = Math.min(ctx.now - DAYS_BACK * DAY_MS, (beganMs ?? ctx.now) - DAY_MS)
  return { day, period: { fromMs, toMs: ctx.now - STILL_MOVING_MS }, movingRefs }
}

/** One run over one processor. Each payment is compared once, whichever side finds it first. */
class Comparison {
  private readonly comparedPayments = new Set<string>()
  private readonly comparedCharges = new Set<string>()
  private readonly moving = new Set<string>()
  private readonly stillDiffering = new Set<string>()
  private compared = 0
  private askedAgain = 0
  /** Consecutive. */
  private unanswered = 0
  private readonly uow: UnitOfWork
  private readonly processor: Processor
  private readonly period: Period
  private readonly movedBefore: readonly string[]

  constructor(uow: UnitOfWork, processor: Processor, { period, movingRefs }: Due) {
    this.uow = uow
    this.processor = processor
    this.period = period
    this.movedBefore = movingRefs
  }

  async run(): Promise<{ compared: number; differing: number; moving_refs: string[] }> {
    await this.compareCharges()
    await this.compareRefunds()
    await this.compareMoved()
    await this.compareLedger()
    await this.compareOpenCases()
    return { compared: this.compared, differing: this.stillDiffering.size, moving_refs: [...this.moving] }
  }

  private async compareCharges(): Promise<void> {
    const { adapter, connection } = this.processor
    const parts = listAllPages(this.uow.app, `${adapter.id} list payments`, (after) =>
      adapter.listPayments(connection, this.period, after),
    )
    for await (const charges of parts) {
      const rows = await this.uow.transaction((ctx) => bookedByReference(ctx, adapter.id, charges))
      for (const charge of charges) await this.compare(charge, chooseBooked(rows, charge))
    }
  }

  /**
   * Fetches a differing charge again, because it may have been booked since the list was made. The list
   * counts when the processor has no newer state or does not answer.
   */
  private async compare(charge: ProcessorPayment, booked: BookedPayment | null): Promise<void> {
    if (this.isMoving(charge) || casesOf(charge, booked).length === 0)
      return this.conclude({ observed: charge, booked })
    const again = await this.fetchAgain(charge, booked)
    const isNewer = again.observed && Date.parse(again.observed.updatedAt) > Date.parse(charge.updatedAt)
    return this.conclude({ observed: isNewer ? again.observed : charge, booked: again.booked })
  }

  /** Limits repeated fetches, in case the processor does not answer or nearly everything differs. */
  private async fetchAgain(charge: ProcessorPayment, booked: BookedPayment | null): Promise<Pair> {
    if (this.askedAgain < MAX_ASKED_AGAIN && this.unanswered < MAX_UNANSWERED) {
      this.askedAgain += 1
      const { providerRef } = charge
      try {
        const again = await this.examineOnce({ paymentId: booked?.paymentId ?? null, providerRef })
        this.unanswered = 0
        return again
      } catch (error) {
        this.unanswered += 1
        this.uow.app.log.warn('charge not asked about', { processor: this.processor.adapter.id, error })
      }
    }
    const { id } = this.processor.adapter
    const rows = await this.uow.transaction((ctx) => bookedByReference(ctx, id, [charge]))
    return { observed: null, booked: chooseBooked(rows, charge) }
  }

  /** Refunds of the period may belong to much older payments. */
  private async compareRefunds(): Promise<void> {
    const { adapter, connection } = this.processor
    const parts = listAllPages(this.uow.app, `${adapter.id} list refunds`, (after) =>
      adapter.listRefunds(connection, this.period, after),
    )
    for await (const refunds of parts)
      for (const { paymentRef } of refunds) await this.examineCharge(paymentRef)
  }

  private async compareMoved(): Promise<void> {
    for (const ref of this.movedBefore) {
      try {
        await this.examineCharge(ref)
      } catch (error) {
        // A charge that cannot be fetched is retried in the next comparison and does not stop the others.
        this.uow.app.log.warn('charge not compared', { processor: this.processor.adapter.id, error })
        this.moving.add(ref)
      }
    }
  }

  private async examineCharge(providerRef: string): Promise<void> {
    if (!this.comparedCharges.has(providerRef)) await this.examine({ paymentId: null, providerRef })
  }

  private async compareLedger(): Promise<void> {
    const { id } = this.processor.adapter
    let after: string | null = null
    do {
      const rows: BookedPayment[] = await this.uow.transaction((ctx) =>
        bookedBetween(ctx, id, this.period, after, PAGE_SIZE),
      )
      for (const row of rows)
        if (!this.comparedPayments.has(row.paymentId) && !this.isOutOfReach(row)) await this.examine(row)
      after = rows.length === PAGE_SIZE ? rows.at(-1)!.paymentId : null
    } while (after !== null)
  }

  private async compareOpenCases(): Promise<void> {
    const { id } = this.processor.adapter
    const open = await this.uow.transaction((ctx) => openCasesOf(ctx, id, 1000))
    for (const one of open) {
      if (!isCompared(one.kind) || this.stillDiffering.has(`${one.kind} ${one.subject}`)) continue
      if (isOfFormerAccount(this.processor, one.opened_at)) continue
      const about = { paymentId: one.payment_id, providerRef: one.provider_ref }
      const { differences } = await this.examineOnce(about)
      if (differences.some(({ kind }) => kind === one.kind)) continue
      await this.uow.transaction(async (ctx) => {
        await setClosed(ctx, one.id, null, 'The difference is gone.')
        await failpoint('compare.closed')
      })
    }
  }

  private examineOnce(about: Subject): Promise<Examined> {
    return examinePayment(this.uow, this.processor, about)
  }

  /**
   * The processor is read before the ledger, so an entry booked in between looks like a difference. A
   * differing payment is therefore examined again before a case is opened. By then the processor reports it
   * as a recent change.
   */
  private async examine(about: Subject): Promise<void> {
    const first = await this.examineOnce(about)
    await this.conclude(first.differences.length > 0 ? await this.examineOnce(about) : first)
  }

  /** Marks both sides as compared and opens a case for each difference. */
  private async conclude({ observed, booked }: Pair): Promise<void> {
    if (observed) this.comparedCharges.add(observed.providerRef)
    if (booked) this.comparedPayments.add(booked.paymentId)
    if (observed && this.isMoving(observed)) {
      this.moving.add(observed.providerRef)
      return
    }
    if (!observed && booked && this.isOutOfReach(booked)) return
    this.compared += 1
    for (const difference of casesOf(observed, booked)) {
      const found = caseOf(this.processor.adapter.id, difference, observed, booked)
      this.stillDiffering.add(`${found.kind} ${found.subject}`)
      await this.uow.transaction(async (ctx) => {
        await openCase(ctx, found)
        await failpoint('compare.opened')
      })
    }
  }

  /** Another account of the business took it, which the connected one can't tell about. */
  private isOutOfReach({ madeAt }: BookedPayment): boolean {
    return isOfFormerAccount(this.processor, madeAt)
  }

  private isMoving({ updatedAt }: ProcessorPayment): boolean {
    return Date.parse(updatedAt) > this.period.toMs
  }
}

/**
 * Differences that no other check resolves. A payment in flight has its own checks, for instance after an
 * outage.
 */
const casesOf = (observed: ProcessorPayment | null, booked: BookedPayment | null): Difference[] =>
  differencesOf(observed, booked).filter(
    ({ kind }) => !(kind === 'charge_without_payment' && booked?.inFlight),
  )

const caseOf = (
  provider: string,
  difference: Difference,
  observed: ProcessorPayment | null,
  booked: BookedPayment | null,
) => ({
  provider,
  ...difference,
  subject: booked?.paymentId ?? observed!.providerRef,
  paymentId: booked?.paymentId ?? null,
  providerRef: observed?.providerRef ?? booked?.providerRef ?? null,
})
