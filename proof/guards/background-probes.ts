import { contract } from '../../contract/index.ts'
import { DAY_MS, HOUR_MS } from '../../domain/dates/durations.ts'
import { verifyBooks } from '../../server/main/commands/verify-books.ts'
import { writeJournal } from '../../server/main/journal/write-journal.ts'
import { JOBS } from '../../server/main/rooms.ts'
import { SCHEDULES } from '../../server/main/schedules.ts'
import type { Ctx } from '../../server/platform/context.ts'
import { anUpload, checked, written } from '../../server/rooms/imports/testing.ts'
import { rebuildDays, verifyLedger } from '../../server/rooms/ledger/index.ts'
import { withdrawConsent } from '../../server/rooms/payments/index.ts'
import { anOpenInvoice, cardForm, pay, portalOf } from '../../server/rooms/payments/testing.ts'
import { subjectOf } from '../../testing/sweep/subject.ts'
import type { Sweep } from '../../testing/sweep/sweep.ts'
import { messageOf, type Probe } from './probe.ts'

interface QueuedJob {
  readonly name: string
  readonly payload: unknown
}

/**
 * Delays after which work becomes due: hours for emails and payments in progress, days for automatic
 * payments, months for deletion.
 */
const DELAYS_MS = [2 * HOUR_MS, 5 * DAY_MS, 12 * DAY_MS, 120 * DAY_MS]
/** Delays around the due date: an automatic payment is announced some days before and charged on the date. */
const DUE_MS = [26 * DAY_MS, 28 * DAY_MS, 30 * DAY_MS, 31 * DAY_MS]

/**
 * Probes of background work in the company's account: queued jobs, schedules, ledger checks, the journal and
 * imports.
 */
export async function backgroundProbes(sweep: Sweep): Promise<Probe[]> {
  const event = sweep.cells.find(({ route }) => route === contract.payments.webhook)!
  await sweep.ask(event, subjectOf(sweep.test, sweep.own, sweep.own.debtors.first, false).signedEvent())
  const queued = await takeQueued(sweep)
  const perJob = [...Map.groupBy(queued, ({ name }) => name).values()].map((list) => list.slice(0, 3))
  return [
    ...perJob.map((list): Probe => workProbe(`jobs ${list[0]!.name}`, sweep, () => runJobs(sweep, list))),
    ...DELAYS_MS.map((ms) =>
      workProbe(`schedules after ${ms / HOUR_MS} hours`, sweep, () =>
        withClockAdvanced(sweep, ms, () => runSchedules(sweep)),
      ),
    ),
    workProbe('schedules on successive days', sweep, async () => {
      const outcomes: string[] = []
      // The last day comes twice, because old records are deleted in batches.
      for (const ms of [...DELAYS_MS, ...DUE_MS, Math.max(...DELAYS_MS)].sort((a, b) => a - b))
        outcomes.push(...(await withClockAdvanced(sweep, ms, () => runSchedules(sweep))))
      return outcomes
    }),
    workProbe('ledger differences', sweep, () =>
      sweep.own.run(async (ctx) => (await verifyBooks(ctx)).differences),
    ),
    workProbe('rebuilt daily totals', sweep, () =>
      sweep.own.run(async (ctx) => {
        await rebuildDays(ctx)
        return (await verifyLedger(ctx)).differences
      }),
    ),
    workProbe('journal export', sweep, () => sweep.own.run((ctx) => journalOf(ctx))),
    await importProbe(sweep),
    await sameCardProbe(sweep),
  ]
}

export async function journalOf(ctx: Ctx): Promise<string[]> {
  const parts: string[] = []
  for await (const part of writeJournal(ctx)) parts.push(part)
  return parts
}

/** Imports files of customers and invoices, some of which exist already. */
async function importProbe(sweep: Sweep): Promise<Probe> {
  const { own } = sweep
  const [unchecked, customers] = [
    await anUpload(own, 'customers', CUSTOMERS),
    await anUpload(own, 'customers', CUSTOMERS),
  ]
  const invoices = await checked(own, await anUpload(own, 'invoices', await invoicesCsv(sweep)))
  const ready = await checked(own, customers)
  return workProbe('imports', sweep, async () =>
    [await checked(own, unchecked), await written(own, ready), await written(own, invoices)].map((run) =>
      JSON.stringify(run),
    ),
  )
}

export const CUSTOMERS =
  'Name,Email\nfirst,first@swept-supplies.test\nAtlas Bakery,atlas@people.test\nAtlas Bakery,other@people.test\n'

export async function invoicesCsv({ inspector, own }: Sweep): Promise<string> {
  const [taken] = await inspector.rows<{ number: string }>('select number from invoices where id = $1', [
    own.debtors.first.invoiceId,
  ])
  const line = (number: string) => `${number},first,11/20/2026,12/20/2026,"1,234.56",USD\n`
  return `Invoice No,Customer,Invoice Date,Due Date,Amount,Currency\n${line(taken!.number)}${line('NEW-1')}`
}

/**
 * Stores a card that another customer stored too, and enables automatic payments while that customer disables
 * them.
 */
async function sameCardProbe(sweep: Sweep): Promise<Probe> {
  const { own, test } = sweep
  const subject = subjectOf(test, own, own.debtors.first, false)
  await subject.method()
  const withdrawing = await subject.enrolled()
  const open = await own.run((ctx) => anOpenInvoice(ctx, '9.00'))
  const form = cardForm('1.00', { store_method: true, enable_auto_payments: true })
  const twice = await own.run((ctx) => anOpenInvoice(ctx, '9.00'))
  const storing = (of: typeof open, body: typeof form) =>
    pay(own.uow(portalOf(test.app, of.customer.id)), of.invoiceId, body)
  await storing(twice, cardForm('1.00', { store_method: true }))
  const again = cardForm('1.00', { store_method: true })
  return workProbe('a card stored by another customer', sweep, async () => {
    await withdrawFor(sweep, withdrawing)
    return [await storing(open, form), await storing(twice, again)].map((paid) => JSON.stringify(paid))
  })
}

async function withdrawFor({ own }: Sweep, customerId: string): Promise<void> {
  await own.run((ctx) => withdrawConsent(ctx, { customerId }, 'staff'))
}

/** A probe of work without a caller. Its outcome contains the sent emails. */
export const workProbe = (label: string, sweep: Sweep, run: () => Promise<string[]>): Probe => ({
  label,
  route: null,
  kind: 'write',
  async run() {
    const { sent } = sweep.test
    const from = sent.length
    await takeQueued(sweep)
    const outcomes = await run().catch((error) => [`problem: ${label}: ${messageOf(error)}`])
    const mails = sent.splice(from).map(({ to, subject, text }) => `${to}: ${subject} ${text}`)
    return [...outcomes, ...mails.sort()].join('\n')
  },
})

/** Runs the work with the clock advanced by `ms`. */
export async function withClockAdvanced<T>(sweep: Sweep, ms: number, work: () => Promise<T>): Promise<T> {
  const { clock } = sweep.test
  clock.advance(ms)
  try {
    return await work()
  } finally {
    clock.advance(-ms)
  }
}

/** Runs every schedule once, and the jobs that they queue. */
export async function runSchedules(sweep: Sweep): Promise<string[]> {
  const outcomes: string[] = []
  for (const { name, run } of SCHEDULES)
    outcomes.push(await nameOutcome(name, () => run(sweep.own.uow({ kind: 'system', job: name }))))
  return [...outcomes, ...(await runJobs(sweep, await takeQueued(sweep)))]
}

async function runJobs(sweep: Sweep, queued: readonly QueuedJob[]): Promise<string[]> {
  const outcomes: string[] = []
  for (const { name, payload } of queued) {
    const job = JOBS.find((one) => one.name === name)!
    const actor = { kind: 'system', job: name } as const
    const input = job.payload.parse(payload)
    outcomes.push(
      await nameOutcome(name, () =>
        job.run
          ? sweep.own.run((ctx) => job.run!(ctx, input), actor)
          : job.runUnitOfWork!(sweep.own.uow(actor), input),
      ),
    )
  }
  return outcomes.sort()
}

/** Returns the name, with the message of an error, which a worker would log before it retries. */
async function nameOutcome(name: string, run: () => Promise<unknown>): Promise<string> {
  try {
    await run()
    return name
  } catch (error) {
    return `${name}: ${messageOf(error)}`
  }
}

/** Empties the queue and returns the jobs of the company's account. */
async function takeQueued({ inspector, own }: Sweep): Promise<QueuedJob[]> {
  const rows = await inspector.rows<{ name: string; data: { accountId: string; payload: unknown } }>(
    'with gone as (delete from pgboss.job returning name, data, created_on) select name, data from gone order by created_on',
  )
  return rows
    .filter(({ data }) => data?.accountId === own.accountId)
    .map(({ name, data }) => ({ name, payload: data.payload }))
}
