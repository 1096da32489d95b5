import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../domain/dates/durations.ts'
import { compareBooks } from './compare-books.ts'
import { LOST_RESPONSE } from './fault-control.ts'
import { openWorld, type World } from './open-world.ts'
import { chargingWrite, openInvoice, payByForm, recheckUntold } from './pay.ts'
import { GATED_ROWS } from './rows.ts'

/* The daily comparison with each processor's own list of a day, without any webhook. */

const TOTAL = '60.00'
/** The only schedules that run, so that nothing else finds a difference. */
const COMPARISON = ['payments.reconcile-processors']

describe.each(GATED_ROWS)('$name', (row) => {
  let world: World
  beforeAll(async () => {
    world = await openWorld(row, 'compared')
    world.processor.events?.hold()
  })
  afterAll(() => world.close())

  /** Passes a day and runs the comparison alone. */
  const compareNextDay = async () => {
    world.test.clock.advance(DAY_MS + HOUR_MS)
    await world.runSchedules(COMPARISON)
  }
  const pay = async () => {
    const invoice = await openInvoice(world, TOTAL)
    const { body } = await payByForm(world, invoice, { amount: TOTAL })
    const { gateway_id: ref } = (await world.staff('GET', `payments/${body.id}/`)).body
    return { id: String(body.id), ref: String(ref), status: body.status }
  }
  const openCases = async () =>
    (await world.staff('GET', 'payment-cases/')).body.results as { kind: string; payment: { pk: string } }[]

  it('finds nothing where both sides agree', async () => {
    expect(await pay()).toMatchObject({ status: 'confirmed' })
    const refunded = await pay()
    const body = { total: '20.00', total_currency: 'USD', request_id: 'refund-compared', reason: '' }
    expect(await world.staff('POST', `payments/${refunded.id}/refund/`, body)).toMatchObject({ status: 200 })
    await compareNextDay()
    expect(await openCases()).toEqual([])
    expect(await compareBooks(world)).toEqual([])
  })

  it('reports a refund that was made at the processor and that no webhook told', async () => {
    const { id, ref } = await pay()
    await world.processor.desk.refund(ref, 1_500n)
    await compareNextDay()
    expect(await openCases()).toMatchObject([{ payment: { pk: id } }])
    // The webhook comes after all, or staff ask again, and the difference is gone on the next day.
    await world.processor.events?.release()
    await recheckUntold(world)
    for (let minutes = 0; minutes < 6; minutes += 2) {
      world.test.clock.advance(2 * MINUTE_MS)
      await world.runSchedules()
    }
    await compareNextDay()
    expect(await openCases()).toEqual([])
    expect(await compareBooks(world)).toEqual([])
  })

  it('agrees about a charge whose response was lost, once it was found', async () => {
    world.faults.start(LOST_RESPONSE, [chargingWrite(world)])
    const invoice = await openInvoice(world, TOTAL)
    expect((await payByForm(world, invoice, { amount: TOTAL })).body).toMatchObject({ status: 'waiting' })
    await world.faults.recover()
    for (let hours = 0; hours < 2; hours++) {
      world.test.clock.advance(HOUR_MS)
      await world.runSchedules()
    }
    await compareNextDay()
    expect(await openCases()).toEqual([])
    expect(await compareBooks(world)).toEqual([])
    expect(world.violations()).toEqual([])
  })
})
