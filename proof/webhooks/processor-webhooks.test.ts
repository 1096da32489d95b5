import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { DAY_MS, MINUTE_MS } from '../../domain/dates/durations.ts'
import { compareBooks } from '../processors/compare-books.ts'
import { HELD_RESPONSE, LOST_RESPONSE } from '../processors/fault-control.ts'
import { openWorld, type World } from '../processors/open-world.ts'
import { chargingWrite, openInvoice, payByForm } from '../processors/pay.ts'
import { GATED_ROWS } from '../processors/rows.ts'
import { SEED as COMMIT_SEED, sampleOf, sizeOf } from '../ring.ts'
import { type Disorder, deliverInDisorder, handleStored, IN_ORDER, readPaid } from './processor-disorder.ts'

/*
 * Each processor's own webhooks in disorder: in any order, five at once, three days late, before the response that they
 * belong to, signed by another or long ago. The outcome equals that of ordered webhooks. WEBHOOK_CASES sets the number of cases.
 */

const CASES = sizeOf('WEBHOOK_CASES', { gate: 1, full: 25 })
const SEED = sizeOf('WEBHOOK_SEED', { gate: COMMIT_SEED, full: 20_261_126 })
const TOTAL = '40.00'

/** The changes of one payment at the processor. */
interface Scenario {
  readonly name: string
  isPossible(world: World): boolean
  /** Starts the payment. Returns its invoice. */
  begin(world: World, early: boolean): Promise<string>
  readonly changes: readonly ((world: World, charge: string) => Promise<void>)[]
}

async function begin(world: World, early: boolean): Promise<string> {
  const invoice = await openInvoice(world, TOTAL)
  if (early) world.faults.start(HELD_RESPONSE, [chargingWrite(world)])
  const paying = payByForm(world, invoice, { amount: TOTAL })
  if (early) {
    await deliverEarly(world)
    await world.faults.passTimeout()
  }
  expect((await paying).status).toBe(200)
  await world.faults.recover()
  return invoice.invoiceId
}

/** Delivers the webhooks of a charge whose response is still held. */
async function deliverEarly(world: World): Promise<void> {
  await world.faults.effect()
  for (const event of await world.processor.events!.held()) expect(await event.send()).toBe(200)
  await handleStored(world)
}

async function beginWithLostResponse(world: World): Promise<string> {
  const invoice = await openInvoice(world, TOTAL)
  world.faults.start(LOST_RESPONSE, [chargingWrite(world)])
  expect((await payByForm(world, invoice, { amount: TOTAL })).body).toMatchObject({ status: 'waiting' })
  await world.faults.recover()
  return invoice.invoiceId
}

const refund =
  (minor: bigint): Scenario['changes'][number] =>
  (world, charge) =>
    world.processor.desk.refund(charge, minor)
const always = () => true

const SCENARIOS: readonly Scenario[] = [
  { name: 'a payment', isPossible: always, begin, changes: [] },
  {
    name: 'a payment that is refunded in parts',
    isPossible: ({ can }) => can.partialRefunds,
    begin,
    changes: [refund(1_000n), refund(1_500n)],
  },
  { name: 'a payment that is refunded', isPossible: always, begin, changes: [refund(4_000n)] },
  {
    name: 'a payment that is disputed',
    isPossible: ({ processor }) => processor.desk.dispute !== undefined,
    begin,
    changes: [(world, charge) => world.processor.desk.dispute!(charge)],
  },
  {
    name: 'a payment of which a part is disputed',
    isPossible: ({ processor }) => processor.desk.disputePart !== undefined,
    begin,
    changes: [(world, charge) => world.processor.desk.disputePart!(charge, 1_500n)],
  },
  {
    name: 'a payment whose response is lost, and that is refunded in part',
    isPossible: ({ can }) => can.partialRefunds,
    begin: beginWithLostResponse,
    changes: [refund(1_000n)],
  },
]

const disorders: fc.Arbitrary<Disorder> = fc.record({
  early: fc.boolean(),
  lateMs: fc.constantFrom(0, 0, 3 * DAY_MS),
  copies: fc.constantFrom(1, 2, 5),
  order: fc.array(fc.nat(), { minLength: 6, maxLength: 6 }),
  atOnce: fc.boolean(),
  forgedFirst: fc.boolean(),
})

async function run(world: World, scenario: Scenario, disorder: Disorder) {
  world.processor.events!.hold()
  // More unsigned webhooks come within a minute of the test's clock than a company may get.
  await world.test.app.db.deleteFrom('throttle_counters').execute()
  const invoiceId = await scenario.begin(world, disorder.early)
  const charge = await chargeOf(world, invoiceId)
  const changes = scenario.changes.map((change) => () => change(world, charge))
  await deliverInDisorder(world, charge, changes, disorder)
  return readPaid(world, invoiceId)
}

/** Returns the processor's reference of an invoice's charge, which the product may not know yet. */
async function chargeOf(world: World, invoiceId: string): Promise<string> {
  const { paymentId, reference } = await readPaid(world, invoiceId)
  return reference ?? (await world.processor.readBooks()).find(({ ourId }) => ourId === paymentId)!.ref
}

describe.each(GATED_ROWS)('$name', (row) => {
  let world: World
  beforeAll(async () => {
    world = await openWorld(row, 'webhooks')
  })
  afterAll(() => world.close())

  it.for(sampleOf(SCENARIOS, 2))(
    'has one outcome for $name, in whatever order it is reported',
    { timeout: MINUTE_MS + CASES * 2_000 },
    async (scenario, { skip }) => {
      if (!world.processor.events) skip(`${row.name} sends no webhooks`)
      if (!scenario.isPossible(world)) skip(`${row.name} can’t do that`)
      const { paymentId: _, reference: __, ...expected } = await run(world, scenario, IN_ORDER)
      await fc.assert(
        fc.asyncProperty(disorders, async (disorder) => {
          expect(await run(world, scenario, disorder)).toMatchObject(expected)
        }),
        { numRuns: CASES, seed: SEED, endOnFailure: true },
      )
      expect(world.violations()).toEqual([])
    },
  )

  it('has booked what the processor has, to the cent', async () => {
    expect(await compareBooks(world)).toEqual([])
  })
})
