import { expect, it } from 'vitest'
import { DAY_MS } from '../../../../domain/dates/durations.ts'
import { aMailText } from '../../mail-templates/testing.ts'
import { CARDS } from '../../payments/testing.ts'
import { autoPaymentsFixture, mailsOf, runDue } from '../testing.ts'

const auto = autoPaymentsFixture()

it('notice and failure carry the account’s own text, and the owners’ mail does not', async () => {
  await auto.tenant.run(async (ctx) => {
    for (const kind of ['charge-notice', 'charge-failed'] as const) await aMailText(ctx, kind)
  })
  const { customer } = await auto.enroll(CARDS.poorLater)
  await auto.invoice(customer, '60.00', '2026-12-02')
  auto.clock.set('2026-11-29T06:00:00Z')
  await runDue(auto.tenant)
  auto.clock.advance(3 * DAY_MS)
  await runDue(auto.tenant)
  const mails = await mailsOf(auto.tenant)
  const toPayer = mails.filter(({ to }) => to === 'payer@example.test')
  expect(toPayer.map(({ kind }) => kind)).toEqual(['auto-payments.notice', 'auto-payments.failure'])
  for (const { subject, text } of toPayer) {
    expect(subject).toMatch(/^Own words for /)
    expect(text).toContain('$60.00')
  }
  const toOwner = mails.filter(({ to }) => to === auto.tenant.owner.email)
  expect(toOwner.map(({ subject }) => subject)).toEqual([expect.stringContaining('automatic payment failed')])
})
