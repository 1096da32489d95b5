import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { compareWithRecords } from '../../processors/compare-books.ts'
import { HELD_RESPONSE } from '../../processors/fault-control.ts'
import { REMOTE_ROWS } from '../../processors/rows.ts'
import { isGate, sampleOf } from '../../ring.ts'
import { timeOutAfter } from '../crash-test.ts'
import { findBrokenFacts } from '../facts.ts'
import { issueInvoice } from '../issue-invoice.ts'
import { settleAndCheck } from '../random-kills.ts'
import { type ConnectedMachine, startConnected } from './connected-machine.ts'
import { pay, payAndRefund } from './processor-scenarios.ts'

/*
 * The server is killed in the middle of a charge, a refund and a connection at each processor that is reached over the network.
 * The caller repeats its request. Afterwards each acknowledged result is true, and the processor's own books equal the product's.
 */

const SCENARIOS = { pay, payAndRefund }

/** Failpoints around the calls to the processor, with the scenario that leads to them. */
const KILLS: readonly (readonly [string, keyof typeof SCENARIOS])[] = [
  ['reserve.committed', 'pay'],
  ['provider.before', 'pay'],
  ['provider.after', 'pay'],
  ['settle.ledger', 'pay'],
  ['settle.after_commit', 'pay'],
  ['refund.reserved', 'payAndRefund'],
  ['refund.provider_before', 'payAndRefund'],
  ['refund.provider_after', 'payAndRefund'],
  ['refund.before_commit', 'payAndRefund'],
]
const STEPS = ['PT1M', 'PT3M', 'PT10M', 'PT1H', 'P1D', 'P2D']

describe.each(REMOTE_ROWS)('$name', (row) => {
  let connected: ConnectedMachine
  beforeAll(async () => {
    connected = await startConnected(row)
  })
  afterAll(() => connected.stop())

  it('connects when the server is killed after the processor agreed', async () => {
    const { machine, faults } = connected
    faults.start(HELD_RESPONSE, ['connect'])
    const connecting = connected.connect().catch((error: Error) => error)
    await faults.effect()
    await machine.restart('server')
    await faults.passTimeout()
    await faults.recover()
    expect(await connecting, 'the first request ended with its server').toBeInstanceOf(Error)
    await connected.connect()
    const rows = await machine.query<{ count: number }>(
      `select count(*)::int as count from payment_connections where ended_at is null`,
    )
    expect(rows).toEqual([{ count: 1 }])
  })

  it.each(sampleOf(KILLS, 1))(
    'charges and refunds once when the server is killed at %s',
    async (name, scenario) => {
      const { machine, context } = connected
      const invoice = (await issueInvoice(context))!
      await machine.query('delete from throttle_counters')
      await machine.arm('server', `${name}@1`)
      const running = SCENARIOS[scenario](connected, invoice)
      expect(
        await Promise.race([machine.waitForEnd('server'), timeOutAfter(running)]),
        'the failpoint was hit',
      ).toBe('SIGKILL')
      await machine.restart('server')
      await running
    },
  )

  it('keeps every acknowledged result, and has booked what the processor has, to the cent', async () => {
    const { machine, context, processor, provider, violations } = connected
    expect(context.facts.length).toBeGreaterThan(isGate ? 0 : 8)
    expect(await settleAndCheck(machine, STEPS)).toEqual([])
    expect(await findBrokenFacts(machine, context.facts)).toEqual([])
    expect(
      await compareWithRecords(await processor().readBooks(), (text, values) => machine.query(text, values), [
        context.company.accountId,
        provider,
      ]),
    ).toEqual([])
    expect(violations()).toEqual([])
  })
})
