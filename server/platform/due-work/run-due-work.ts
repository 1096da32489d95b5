import { setTimeout as sleep } from 'node:timers/promises'
import { MINUTE_MS } from '../../../domain/dates/durations.ts'
import { type App, type Caller, unitOfWork } from '../context.ts'
import { yieldToRequests } from '../control/yield-to-requests.ts'
import { newId } from '../ids.ts'
import { isOutboundPaused } from '../outbound.ts'
import type { Schedule } from '../registry.ts'
import {
  isWorkLeased,
  type Lease,
  type LeasedWork,
  leaseDueWork,
  type Outcome,
  renewLease,
  settleWork,
} from './lease.ts'

/** A schedule that leaves work over, or fails, runs again after this time. */
const PAUSE_MS = MINUTE_MS
/** Accounts whose schedules run at the same time. */
const LANES = 2
/** Outcomes are written together, after this many or this time. Those of a killed worker are found again. */
const MAX_UNWRITTEN = 100
const MAX_UNWRITTEN_MS = 500
/** A third of the silence after which a lease ends. */
const RENEWED_MS = 5_000
const WAIT_MS = 50

/**
 * Runs the schedules that are due, for the accounts for which they are, until none is or `isStopping`. Those of one
 * account run one after another, in the order of `schedules`. Several workers share the work. A failure of one schedule
 * stops no other. Runs nothing while outbound traffic is paused.
 */
export async function runDueWork(
  app: App,
  schedules: readonly Schedule[],
  isStopping: () => boolean = () => false,
): Promise<void> {
  while (!isStopping() && !(await isOutboundPaused(app.db))) {
    const caller: Caller = { requestId: newId(app.clock.wallNow()), ip: null }
    const lease = await leaseDueWork(app, caller, schedules)
    if (lease.work.length === 0) return
    await new Batch(app, caller, schedules, lease, isStopping).run()
  }
}

/** Resolves when no worker runs anything that is due. A killed one counts until its lease ends. */
export async function waitForWorkers(app: App): Promise<void> {
  const caller: Caller = { requestId: newId(app.clock.wallNow()), ip: null }
  while (await isWorkLeased(app, caller)) await sleep(WAIT_MS)
}

/** The leased work of one round. */
class Batch {
  private unwritten: Outcome[] = []
  /** Work without a written outcome. */
  private readonly open: Set<LeasedWork>
  private writtenAt = performance.now()
  private last: Promise<unknown> = Promise.resolve()
  private readonly app: App
  private readonly caller: Caller
  private readonly schedules: readonly Schedule[]
  private readonly lease: Lease
  private readonly isStopping: () => boolean

  constructor(
    app: App,
    caller: Caller,
    schedules: readonly Schedule[],
    lease: Lease,
    isStopping: () => boolean,
  ) {
    this.app = app
    this.caller = caller
    this.schedules = schedules
    this.lease = lease
    this.isStopping = isStopping
    this.open = new Set(lease.work)
  }

  async run(): Promise<void> {
    const accounts = [...Map.groupBy(this.lease.work, ({ accountId }) => accountId).values()]
    const lanes = Array.from({ length: LANES }, async () => {
      for (let works = accounts.shift(); works; works = accounts.shift()) await this.runAccount(works)
    })
    const renewing = setInterval(() => this.renew(), RENEWED_MS)
    const ends = await Promise.allSettled(lanes)
    clearInterval(renewing)
    await this.write()
    for (const end of ends) if (end.status === 'rejected') throw end.reason
  }

  private async runAccount(works: readonly LeasedWork[]): Promise<void> {
    for (const schedule of this.schedules) {
      const work = works.find((one) => one.schedule === schedule.name)
      if (!work) continue
      if (!this.isStopping()) await yieldToRequests(this.app)
      const outcome = this.isStopping()
        ? { work, done: false, dueAt: null }
        : await this.runSchedule(schedule, work)
      // The other lane may have replaced the list meanwhile.
      this.unwritten.push(outcome)
      const isLate = performance.now() - this.writtenAt > MAX_UNWRITTEN_MS
      if (isLate || this.unwritten.length >= MAX_UNWRITTEN) await this.write()
    }
  }

  private async runSchedule(schedule: Schedule, work: LeasedWork): Promise<Outcome> {
    const { name } = schedule
    const { accountId } = work
    try {
      const uow = unitOfWork(this.app, this.caller, { kind: 'system', job: name }, accountId)
      await schedule.run(uow)
      const nextDueAt = await schedule.nextDue(uow)
      const now = this.nowOf(schedule)
      return { work, done: true, dueAt: nextDueAt !== null && nextDueAt <= now ? now + PAUSE_MS : nextDueAt }
    } catch (error) {
      this.app.metrics.scheduleFailures.inc({ schedule: name })
      this.app.log.error('schedule failed', { schedule: name, accountId, error })
      return { work, done: false, dueAt: this.nowOf(schedule) + PAUSE_MS }
    }
  }

  /** The current instant of a schedule's clock, in epoch ms. */
  private nowOf({ clock }: Schedule): number {
    return this.app.clock.wallNow() + (clock === 'machine' ? 0 : this.lease.aheadMs)
  }

  private async write(): Promise<void> {
    const outcomes = this.unwritten
    this.unwritten = []
    this.writtenAt = performance.now()
    if (outcomes.length > 0) await this.inTurn(() => settleWork(this.app, this.caller, this.lease, outcomes))
    for (const { work } of outcomes) this.open.delete(work)
  }

  /** Another worker may take the work when this fails for long, and does nothing twice. */
  private renew(): void {
    this.inTurn(() => renewLease(this.app, this.caller, this.lease, [...this.open])).catch((error) =>
      this.app.log.warn('the lease of due work was not renewed', { error }),
    )
  }

  /** Settling skips locked rows, so it would leave those behind that are being renewed. */
  private inTurn<T>(work: () => Promise<T>): Promise<T> {
    const done = this.last.then(work)
    this.last = done.catch(() => {})
    return done
  }
}
