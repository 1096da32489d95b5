import { contract } from '../../contract/index.ts'
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
import type { Probe } from './probe.ts'

interface QueuedJob {
  readonly name: string
  readonly payload: unknown
}

const HOUR_MS = 3_600_000
export const DAY_MS = 24 * HOUR_MS
/** When something falls due: hours for mail and payments under way, days for auto-payments, months for what is forgotten. */
const LATER_MS = [2 * HOUR_MS, 5 * DAY_MS, 12 * DAY_MS, 120 * DAY_MS]
/** Around the day on which invoices fall due: an auto-payment is told of a few days before, and charged then. */
const DUE_MS = [26 * DAY_MS, 28 * DAY_MS, 30 * DAY_MS, 31 * DAY_MS]

/** What nobody calls: what is queued, what falls due, and what is looked through for differences, in the own account. */
export async function workProbes(sweep: Sweep): Promise<Probe[]> {
  const event = sweep.cells.find(({ route }) => route === contract.payments.webhook)!
  await sweep.ask(event, subjectOf(sweep.test, sweep.own, sweep.own.debtors.first, false).signedEvent())
  const queued = await takeQueued(sweep)
  const perJob = [...Map.groupBy(queued, ({ name }) => name).values()].map((list) => list.slice(0, 3))
  return [
    ...perJob.map((list): Probe => work(`jobs ${list[0]!.name}`, sweep, () => runJobs(sweep, list))),
    ...LATER_MS.map((ms) =>
      work(`what falls due after ${ms / HOUR_MS} hours`, sweep, () =>
        later(sweep, ms, () => runRound(sweep)),
      ),
    ),
    work('a day after another', sweep, async () => {
      const said: string[] = []
      for (const ms of [...LATER_MS, ...DUE_MS].sort((a, b) => a - b))
        said.push(...(await later(sweep, ms, () => runRound(sweep))))
      return said
    }),
    work('differences', sweep, () => sweep.own.run(async (ctx) => (await verifyBooks(ctx)).differences)),
    work('sums of days, rebuilt', sweep, () =>
      sweep.own.run(async (ctx) => {
        await rebuildDays(ctx)
        return (await verifyLedger(ctx)).differences
      }),
    ),
    work('the journal', sweep, () => sweep.own.run((ctx) => journalOf(ctx))),
    await importing(sweep),
    await storingTheSameCard(sweep),
  ]
}

export async function journalOf(ctx: Ctx): Promise<string[]> {
  const pieces: string[] = []
  for await (const piece of writeJournal(ctx)) pieces.push(piece)
  return pieces
}

/** Files of customers and invoices, some of whom and some of which there are already. */
async function importing(sweep: Sweep): Promise<Probe> {
  const { own } = sweep
  const [unread, customers] = [
    await anUpload(own, 'customers', CUSTOMERS),
    await anUpload(own, 'customers', CUSTOMERS),
  ]
  const invoices = await checked(own, await anUpload(own, 'invoices', await invoicesCsv(sweep)))
  const ready = await checked(own, customers)
  return work('imports', sweep, async () =>
    [await checked(own, unread), await written(own, ready), await written(own, invoices)].map((run) =>
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

/** Whoever pays by a card that another customer stored too, and lets it pay by itself, while that one no longer does. */
async function storingTheSameCard(sweep: Sweep): Promise<Probe> {
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
  return work('a card that is stored already', sweep, async () => {
    await withdrawFor(sweep, withdrawing)
    return [await storing(open, form), await storing(twice, again)].map((paid) => JSON.stringify(paid))
  })
}

async function withdrawFor({ own }: Sweep, customerId: string): Promise<void> {
  await own.run((ctx) => withdrawConsent(ctx, { customerId }, 'staff'))
}

export const work = (label: string, sweep: Sweep, run: () => Promise<string[]>): Probe => ({
  label,
  route: null,
  kind: 'write',
  async run() {
    const { sent } = sweep.test
    const from = sent.length
    await takeQueued(sweep)
    const said = await run().catch((error) => [`problem: ${label}: ${wordsOf(error)}`])
    const mails = sent.splice(from).map(({ to, subject, text }) => `${to}: ${subject} ${text}`)
    return [...said, ...mails.sort()].join('\n')
  },
})

export async function later<T>(sweep: Sweep, ms: number, work: () => Promise<T>): Promise<T> {
  const { clock } = sweep.test
  clock.advance(ms)
  try {
    return await work()
  } finally {
    clock.advance(-ms)
  }
}

/** Every schedule once, and what it queued. */
export async function runRound(sweep: Sweep): Promise<string[]> {
  const said: string[] = []
  for (const { name, run } of SCHEDULES)
    said.push(await saying(name, () => run(sweep.own.uow({ kind: 'system', job: name }))))
  return [...said, ...(await runJobs(sweep, await takeQueued(sweep)))]
}

async function runJobs(sweep: Sweep, queued: readonly QueuedJob[]): Promise<string[]> {
  const said: string[] = []
  for (const { name, payload } of queued) {
    const job = JOBS.find((one) => one.name === name)!
    const actor = { kind: 'system', job: name } as const
    const asked = job.payload.parse(payload)
    said.push(
      await saying(name, () =>
        job.run
          ? sweep.own.run((ctx) => job.run!(ctx, asked), actor)
          : job.runUnitOfWork!(sweep.own.uow(actor), asked),
      ),
    )
  }
  return said.sort()
}

/** A worker would log what went wrong, and come back to it. */
async function saying(name: string, run: () => Promise<unknown>): Promise<string> {
  try {
    await run()
    return name
  } catch (error) {
    return `${name}: ${wordsOf(error)}`
  }
}

const wordsOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))

/** What the own account has in the queue; nothing is left there. */
async function takeQueued({ inspector, own }: Sweep): Promise<QueuedJob[]> {
  const rows = await inspector.rows<{ name: string; data: { accountId: string; payload: unknown } }>(
    'with gone as (delete from pgboss.job returning name, data, created_on) select name, data from gone order by created_on',
  )
  return rows
    .filter(({ data }) => data?.accountId === own.accountId)
    .map(({ name, data }) => ({ name, payload: data.payload }))
}
