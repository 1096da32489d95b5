import { setTimeout as sleep } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { undoWriteOff, writeOffInvoice } from '../../invoices/index.ts'
import { currentConsent } from '../../payments/index.ts'
import { insertNotice } from '../store/notices.ts'
import { autoPaymentsFixture, autoPaymentsOf, mailsOf, runDue } from '../testing.ts'
import { sendNotices } from './send-notices.ts'

const auto = autoPaymentsFixture()

it('sends no notice when a concurrent worker has recorded it', async () => {
  const { customer } = await auto.enroll()
  const invoiceId = await auto.invoice(customer, '250.00', '2026-12-02')
  auto.clock.set('2026-11-30T06:00:00Z')
  const other = auto.tenant.run(async (ctx) => {
    const consent = await currentConsent(ctx, customer.id)
    await insertNotice(ctx, {
      invoiceId,
      dueDate: '2026-12-02',
      consentId: consent!.id,
      totalMinor: 25000n,
      currency: 'USD',
      chargeOn: '2026-12-02',
    })
    await sleep(1_500)
  })
  await sleep(300)
  await sendNotices(auto.tenant.uow({ kind: 'system', job: 'test' }))
  await other
  expect(await mailsOf(auto.tenant)).toEqual([])
})

it('announces the charge of an invoice anew after its write-off is undone, and waits a day', async () => {
  const { customer } = await auto.enroll()
  const invoiceId = await auto.invoice(customer, '250.00', '2026-12-02')
  auto.clock.set('2026-11-30T06:00:00Z')
  await runDue(auto.tenant)
  await auto.tenant.run((ctx) => writeOffInvoice(ctx, invoiceId, ''))
  auto.clock.set('2026-12-07T06:00:00Z')
  await auto.tenant.run((ctx) => undoWriteOff(ctx, invoiceId))
  await runDue(auto.tenant)
  expect(await mailsOf(auto.tenant)).toHaveLength(2)
  expect(await autoPaymentsOf(auto.tenant)).toEqual([])
  auto.clock.set('2026-12-08T06:01:00Z')
  await runDue(auto.tenant)
  expect(await autoPaymentsOf(auto.tenant)).toMatchObject([{ status: 'confirmed', amount: '25000' }])
})
