import { testWithClock as test } from '../dedicated-product.ts'
import { axeCheck, expect, screens } from '../fixtures.ts'
import { openBilledCompany } from '../steps/company.ts'
import { openAs } from '../steps/log-in.ts'
import { advanceClock, expectThanks, fillCard, pay } from '../steps/paying.ts'

test('staff see what arrived at the bank, of which payments, less the fees', async ({ page, request }) => {
  test.slow()
  const { company, link } = await openBilledCompany(request, 'At The Bank Ltd', '100.00')
  await page.goto(link)
  await fillCard(page)
  await pay(page, '$100.00')
  await expectThanks(page)
  await advanceClock(request, 'P3D')
  await advanceClock(request, 'P1D')
  await openAs(page, company, '/payment-processing')
  await page.getByRole('link', { name: 'Payouts', exact: true }).click()
  const list = page.getByRole('table', { name: 'Payouts' })
  await expect(list).toContainText('$96.80')
  await axeCheck(page)
  await screens(page, 'payouts')
  await list.getByRole('rowheader').getByRole('link').click()
  await expect(page.getByRole('table', { name: 'Payments, refunds and fees' })).toContainText('$3.20')
  await axeCheck(page)
  await screens(page, 'payout')
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download CSV' }).click()
  expect((await download).suggestedFilename()).toMatch(/^Payout \d{4}-\d\d-\d\d\.csv$/)
})
