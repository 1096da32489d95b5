import { asDate } from '../../server/platform/clock.ts'
import type { Fault } from './faults.ts'
import type { Operation, Prepared } from './operations.ts'
import { isResolved, movedAtProcessor, type Standing, standingsOf } from './standing.ts'
import type { Told, World } from './world.ts'

const SECOND_MS = 1000
const MINUTE_MS = 60_000
const DAY_MS = 1440 * MINUTE_MS
/** How long anything may stay unresolved once the processor is well again. */
export const LONGEST_MINUTES = 15

/** What came of one operation under one fault. */
export interface Cell {
  /** The answer to the request that met the fault, and to the same request made again meanwhile. */
  readonly told: Told | null
  readonly toldAgain: Told | null
  /** How it stood then. */
  readonly during: Standing
  /** Kinds of the cases that were open about it. */
  readonly cases: readonly string[]
  /** Of each such case, whether a look at it while the processor was still wrong left it open. */
  readonly stayedOpen: boolean
  /** Minutes of the product's clock from recovery until it was resolved; null if it never was. */
  readonly minutes: number | null
  readonly resolved: Standing
  /** The answer to the same request after that. */
  readonly toldAfter: Told | null
  /** The answer to the same wish once more, where nothing had happened. */
  readonly toldAnew: Told | null
  readonly moved: { readonly charges: number; readonly refunds: number }
  readonly last: Standing
  readonly mails: readonly string[]
}

interface Underway {
  readonly operation: Operation
  readonly prepared: Prepared
  told: Told | null
  toldAgain: Told | null
  during?: Standing
  cases: string[]
  stayedOpen: boolean
  minutes: number | null
  resolved?: Standing
  toldAfter: Told | null
  toldAnew: Told | null
}

/** Lets one fault strike each operation, and the processor recover. */
export async function runRow(
  world: World,
  fault: Fault,
  operations: readonly Operation[],
): Promise<Map<string, Cell>> {
  // What has to wait for a day to come is prepared first, so that the others are not left lying.
  const since = world.test.clock.wallNow()
  const cells: Underway[] = []
  for (const operation of operations.toSorted((a, b) => b.leadDays - a.leadDays))
    cells.push(begin(operation, await operation.prepare(world)))
  await strike(world, fault, cells)
  await recover(world, fault, cells)
  await goOn(world, fault, cells)
  await clear(world, cells)
  const found = new Map<string, Cell>()
  for (const cell of cells) found.set(cell.operation.name, await look(world, cell, since))
  return found
}

const begin = (operation: Operation, prepared: Prepared): Underway => ({
  operation,
  prepared,
  told: null,
  toldAgain: null,
  cases: [],
  stayedOpen: true,
  minutes: null,
  toldAfter: null,
  toldAnew: null,
})

async function strike(world: World, fault: Fault, cells: readonly Underway[]): Promise<void> {
  const { trouble } = world
  trouble.strike(fault, [...new Set(cells.map(({ operation }) => operation.write))])
  const hurried = <T>(work: () => Promise<T>) => (fault.silent ? world.impatiently(work) : work())
  await hurried(() =>
    Promise.all(
      cells.map(async (cell) => {
        cell.told = await cell.prepared.ask()
      }),
    ),
  )
  await trouble.giveUp()
  if (fault.awayMs > 0) trouble.goAway()
  // By now it has come, and whoever asks again is answered.
  const comesLate = fault.leaves.kind === 'unknown' && fault.leaves.effect === 'late'
  for (const cell of cells) {
    cell.toldAgain = await (comesLate ? cell.prepared.ask() : hurried(cell.prepared.ask))
    cell.during = (await standingsOf(world, cell.prepared.invoiceId)).at(-1)!
  }
  if (fault.leaves.kind === 'wrong') for (const cell of cells) await lookAtCases(world, cell)
}

interface FoundCase {
  readonly pk: string
  readonly kind: string
}

const openCases = async (world: World, { prepared }: Underway): Promise<FoundCase[]> => {
  const { body } = await world.staff('GET', 'payment-cases/')
  const mine = (await standingsOf(world, prepared.invoiceId)).map(({ id }) => id)
  return (
    body.results as (FoundCase & { payment: { pk: string } | null; closed_at: string | null })[]
  ).filter(({ payment, closed_at }) => payment !== null && mine.includes(payment.pk) && closed_at === null)
}

/** Staff look at the case while the processor still says the same: nothing is booked for that. */
async function lookAtCases(world: World, cell: Underway): Promise<void> {
  for (const { pk, kind } of await openCases(world, cell)) {
    cell.cases.push(kind)
    const { body } = await world.staff('POST', `payment-cases/${pk}/recheck/`)
    if (body.closed_at !== null) cell.stayedOpen = false
  }
}

async function recover(world: World, fault: Fault, cells: readonly Underway[]): Promise<void> {
  const { trouble, test } = world
  // Often at first, as the first checks come quickly; then every two hours.
  for (let away = 0; away < fault.awayMs; ) {
    const step = away < 15 * MINUTE_MS ? 5 * MINUTE_MS : 120 * MINUTE_MS
    test.clock.advance(step)
    away += step
    await world.tick()
  }
  trouble.mend()
  // Whoever looks at a case finds that the processor was right after all.
  if (fault.leaves.kind === 'wrong')
    for (const cell of cells)
      for (const { pk } of await openCases(world, cell))
        await world.staff('POST', `payment-cases/${pk}/recheck/`)
  for (let minute = 0; minute <= LONGEST_MINUTES; minute++) {
    for (const cell of cells.filter(({ minutes }) => minutes === null)) {
      const now = (await standingsOf(world, cell.prepared.invoiceId)).at(-1)!
      cell.resolved = now
      if (isResolved(now)) cell.minutes = minute
    }
    if (cells.every(({ minutes }) => minutes !== null)) return
    test.clock.advance(MINUTE_MS)
    await world.tick()
  }
}

async function goOn(world: World, fault: Fault, cells: readonly Underway[]): Promise<void> {
  const { leaves } = fault
  const nothing = leaves.kind === 'refused' || (leaves.kind === 'unknown' && leaves.effect === 'not')
  // What was prepared first waits for days when it is asked for anew; so the others go before it.
  for (const cell of cells.toReversed()) {
    cell.toldAfter = await cell.prepared.ask()
    if (nothing && (cell.toldAfter === null || cell.toldAfter.status !== 200))
      cell.toldAnew = await cell.prepared.askAnew()
  }
  world.test.clock.advance(SECOND_MS)
}

/** What a bank takes days for. */
async function clear(world: World, cells: readonly Underway[]): Promise<void> {
  const days = Math.max(...cells.map(({ operation }) => operation.clearsInDays))
  if (days > 0) world.test.clock.advance(days * DAY_MS + MINUTE_MS)
  for (let minute = 0; minute < 3; minute++) {
    await world.tick()
    world.test.clock.advance(2 * MINUTE_MS)
  }
}

async function look(world: World, cell: Underway, since: number): Promise<Cell> {
  const { invoiceId } = cell.prepared
  const { operation: _, prepared: __, ...seen } = cell
  return {
    ...seen,
    during: cell.during!,
    resolved: cell.resolved!,
    moved: await movedAtProcessor(world, invoiceId),
    last: (await standingsOf(world, invoiceId)).at(-1)!,
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
