import { addDays } from '../../domain/dates/calendar.ts'
import { testWithClock as test } from '../dedicated-product.ts'
import { axeCheck, expect, screens } from '../fixtures.ts'
import { inCompany, openBilledCompany, todayOf } from '../steps/company.ts'
import { linkTo, mailTo } from '../steps/mail.ts'
import { advanceClock, expectThanks, fillCard, pay, paymentsOf } from '../steps/paying.ts'

test('expired links show that they expired, charge and agree to nothing, and a new pay link comes by mail', async ({
  page,
  request,
  expectConsole,
}) => {
  test.slow()
  expectConsole(/status of (400|404|409)/)
  const { company, customer, invoice, link } = await openBilledCompany(request, 'Long Ago Ltd', '90.00')
  const today = await todayOf(request, company)
  await inCompany(request, company, 'POST', 'payment-plans/', {
    invoices: [invoice.pk],
    installments: [7, 37].map((days) => ({ due_date: addDays(today, days), amount: '45.00' })),
    email: true,
  })
  const plan = linkTo(await mailTo(request, customer.email, /^Payment plan from/), '/confirm-payment-plan')
  await page.goto(link)
  await fillCard(page)
  await advanceClock(request, 'P91D')
  await pay(page, '$90.00')
  await expect(page.getByRole('alert').filter({ hasText: 'Nothing was charged.' })).toBeVisible()
  await axeCheck(page)
  await screens(page, 'pay-link-expired-meanwhile')
  expect(await paymentsOf(request, company)).toEqual([])

  await page.goto(plan)
  await expect(page.getByRole('button', { name: 'Confirm the plan' })).toHaveCount(0)
  await expect(page.getByRole('heading', { name: 'No payment plan to confirm' })).toBeVisible()
  await axeCheck(page)
  await screens(page, 'confirm-plan-expired')

  await page.goto(link)
  await expect(page.getByRole('heading', { name: 'Invoice not found' })).toBeVisible()
  await page.getByRole('button', { name: 'Ask for a new link' }).click()
  await expect(page.getByText(/new link/).last()).toBeVisible()
  await axeCheck(page)
  await screens(page, 'pay-link-expired')
  const renewed = linkTo(await mailTo(request, customer.email, /link/i), '/pay-invoice')
  expect(renewed).not.toBe(link)
  await page.goto(renewed)
  await fillCard(page)
  await pay(page, '$90.00')
  await expectThanks(page)
})
