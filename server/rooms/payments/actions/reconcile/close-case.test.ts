import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { rowsOfExport } from '../../../../../testing/exports/rows-of-export.ts'
import { failed } from '../../../../gateways/payments/port.ts'
import { paymentsFixture, reconcilingSteps } from '../../testing.ts'
import { notifyCases } from '../notify/notify-cases.ts'
import { closeCase } from './close-case.ts'
import { exportCases } from './export-cases.ts'
import { listCases } from './list-cases.ts'
import { recheckCase } from './recheck-case.ts'

const payments = paymentsFixture()

const { system, detailOf, paid, changeAtProcessor, cases, nextDay } = reconcilingSteps(payments)

describe('a case', () => {
  it('closes automatically when nothing differs any more', async () => {
    const { ref } = await paid()
    await changeAtProcessor(sql`update sandbox_charges set captured_minor = 9000 where ref = ${ref}`)
    await nextDay()
    await changeAtProcessor(sql`update sandbox_charges set captured_minor = 10000 where ref = ${ref}`)
    await nextDay()
    expect(await cases()).toEqual([])
    expect(await cases({ state: 'closed' })).toMatchObject([
      { kind: 'amount', note: 'The difference is gone.' },
    ])
  })

  it('stays closed once a person closed it, until its amounts change', async () => {
    const { ref } = await paid()
    await changeAtProcessor(sql`update sandbox_charges set captured_minor = 9000 where ref = ${ref}`)
    await nextDay()
    const [found] = await cases()
    const closed = await payments.tenant.run((ctx) => closeCase(ctx, found!.pk, 'A fee of the bank.'))
    expect(closed).toMatchObject({ note: 'A fee of the bank.' })
    const exported = (state: 'open' | 'closed') =>
      rowsOfExport(
        exportCases(payments.tenant.uow(), { state, search: '', order_by: '-opened_at', format: 'csv' }),
      )
    const pastEnd = await payments.tenant.run((ctx) =>
      listCases(ctx, { state: 'closed', search: '', order_by: '-opened_at', page: 9, page_size: 1 }),
    )
    expect(pastEnd.results, 'a page past the end').toEqual([])
    expect(pastEnd.count).toBe((await cases({ state: 'closed' })).length)
    expect((await exported('closed'))[0]).toMatchObject({
      Note: 'A fee of the bank.',
      'At the processor': '90.00',
    })
    expect(await exported('open')).toEqual([])
    await expect(payments.tenant.run((ctx) => closeCase(ctx, found!.pk, 'Again'))).rejects.toMatchObject({
      code: 'wrong_state',
    })
    await nextDay()
    expect(await cases()).toEqual([])
    await changeAtProcessor(sql`update sandbox_charges set captured_minor = 8000 where ref = ${ref}`)
    await nextDay()
    expect(await cases()).toMatchObject([{ observed: { amount: '80.00' } }])
  })

  it('books a refund that a recheck finds at the processor, and closes', async () => {
    const { id, ref } = await paid()
    await changeAtProcessor(sql`update sandbox_charges set refunded_minor = 2500 where ref = ${ref}`)
    await nextDay()
    const [found] = await cases()
    expect(found).toMatchObject({ kind: 'refund_without_record' })
    const checked = await recheckCase(payments.tenant.uow(), found!.pk)
    expect(checked.closed_at).not.toBeNull()
    expect(await detailOf(id)).toMatchObject({ refunded_amount: '25.00', status: 'confirmed' })
  })

  it('stays open when a recheck finds the same difference, and reports an unreachable processor', async () => {
    const { ref } = await paid()
    await changeAtProcessor(sql`update sandbox_charges set captured_minor = 9000 where ref = ${ref}`)
    await nextDay()
    const [found] = await cases()
    expect((await recheckCase(payments.tenant.uow(), found!.pk)).closed_at).toBeNull()
    payments.misbehave({ fetch: async () => failed({ kind: 'unavailable', code: 'down', raw: null }) })
    await expect(recheckCase(payments.tenant.uow(), found!.pk)).rejects.toMatchObject({
      code: 'processor_unavailable',
    })
  })

  it('is emailed to the owners once, in one message', async () => {
    for (let at = 0; at < 2; at++) {
      const { ref } = await paid()
      await changeAtProcessor(sql`delete from sandbox_charges where ref = ${ref}`)
    }
    await nextDay()
    await Promise.all([notifyCases(system()), notifyCases(system())])
    await notifyCases(system())
    const mails = await payments.tenant.run((ctx) =>
      ctx.db
        .selectFrom('mail_messages')
        .select(['to_address', 'subject', 'text_body'])
        .where('kind', '=', 'payments.cases')
        .execute(),
    )
    expect(mails).toHaveLength(1)
    expect(mails[0]).toMatchObject({
      to_address: payments.tenant.owner.email,
      subject: '2 payment cases to review for Brightwater Supply Co.',
    })
    expect(mails[0]!.text_body).toContain('$100.00 is booked here, but Sandbox has no such charge.')
    expect(mails[0]!.text_body).toContain('/payment-processing/cases')
  })

  it('is visible only to its own account', async () => {
    const { ref } = await paid()
    await changeAtProcessor(sql`delete from sandbox_charges where ref = ${ref}`)
    await nextDay()
    const [found] = await cases()
    const other = await payments.another()
    expect(await cases({}, other)).toEqual([])
    await expect(other.run((ctx) => closeCase(ctx, found!.pk, 'x'))).rejects.toMatchObject({
      code: 'not_found',
    })
    await expect(recheckCase(other.uow(), found!.pk)).rejects.toMatchObject({ code: 'not_found' })
  })
})
