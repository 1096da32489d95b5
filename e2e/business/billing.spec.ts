import { freePort } from '../../server/platform/free-port.ts'
import { withDedicatedProduct } from '../dedicated-product.ts'
import { axeCheck, expect, screens } from '../fixtures.ts'
import { startProductOn } from '../start-product.ts'
import { callApi } from '../steps/api.ts'
import { openCompany } from '../steps/company.ts'
import { openAs } from '../steps/log-in.ts'
import { mailTo } from '../steps/mail.ts'

/** The clock of this product moves, so that a trial and a month end. */
const test = withDedicatedProduct(async () =>
  startProductOn(await freePort(), { DEMO_COMPANY: 'off', BILLING: 'sandbox' }),
)
const BILLING = '/settings/plan-billing'

test('a company tries Quittance, subscribes, changes its plan, owes, pays and cancels', async ({
  page,
  request,
  expectConsole,
}) => {
  expectConsole(/status of 40[02]/)
  const company = await openCompany(request, 'Trial and Error Ltd')
  const move = (advance: string) => callApi(request, 'POST', '/api/dev/clock/', { body: { advance } })
  await openAs(page, company, '/customers')
  await expect(page.getByText(/^Trial: 1[34] days left\./)).toBeVisible()
  await screens(page, 'trial-banner')
  await page.getByRole('link', { name: 'Choose a plan' }).click()
  const plans = page.getByRole('region', { name: 'Plans' })
  for (const price of ['$49.99', '$99.99', '$199.99']) await expect(plans.getByText(price)).toBeVisible()
  await expect(plans.getByText(/^Reduced features/)).toBeVisible()
  await axeCheck(page)
  await screens(page, 'plan-choice')

  await plans.getByRole('button', { name: 'Choose Sole Proprietor' }).click()
  await expect(page.getByRole('heading', { name: 'Subscribe to Sole Proprietor' })).toBeVisible()
  await expect(page.getByText('Nothing is charged in your trial.')).toBeVisible()
  await page.getByLabel('Card number').fill('4111 1111 1111 1111')
  await page.getByRole('button', { name: 'Subscribe to Sole Proprietor' }).click()
  await expect(page.getByText('Enter one of the test cards above.')).toBeVisible()
  await axeCheck(page)
  await screens(page, 'plan-test-card')
  await page.getByLabel('Card number').fill('4000 0000 0000 0341')
  await page.getByRole('button', { name: 'Subscribe to Sole Proprietor' }).click()
  await expect(page).toHaveURL(new RegExp(`${BILLING}$`))
  await expect(page.getByText('Visa ending in 0341')).toBeVisible()
  await expect(page.getByText('No invoices yet.')).toBeVisible()
  await page.goto('/settings/team')
  await expect(page.getByText('Team: not included in Sole Proprietor.')).toBeVisible()
  await expect(page.getByText('Client companies: not included in Sole Proprietor.')).toBeVisible()

  await page.goto('/late-fees')
  await expect(page.getByText('Late fee rules aren’t in your plan')).toBeVisible()
  await expect(page.getByText('Pro features: not included in Sole Proprietor.')).toBeVisible()
  await axeCheck(page)
  await screens(page, 'late-fees-not-in-plan')

  await move('P15D')
  await page.goto('/invoices')
  await expect(page, 'the card was refused after the trial').toHaveURL(new RegExp(`${BILLING}$`))
  await expect(page.getByText('Your subscription is not active')).toBeVisible()
  await screens(page, 'plan-past-due')
  await page.goto('/settings/developers')
  await expect(page.getByText('API keys and webhooks need an active subscription')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Try again' })).toHaveCount(0)
  await axeCheck(page)
  await screens(page, 'developers-lapsed')
  await page.getByRole('link', { name: 'See plans' }).click()
  await page.getByRole('button', { name: 'Pay $49.99' }).click()
  await expect(page.getByText('We couldn’t charge $49.99')).toBeVisible()
  await page.getByRole('button', { name: 'Change card' }).click()
  await page.getByLabel('Card number').fill('4242 4242 4242 4242')
  await page.getByRole('button', { name: 'Save card' }).click()
  await page.getByRole('button', { name: 'Pay $49.99' }).click()
  await expect(page.getByText('Your subscription is not active')).toHaveCount(0)

  await plans.getByRole('button', { name: 'Change to Small Business' }).click()
  const dialog = page.getByRole('dialog', { name: 'Change to Small Business?' })
  await expect(dialog.getByText('Today, for the rest of this month')).toBeVisible()
  await axeCheck(page)
  await screens(page, 'plan-change')
  await dialog.getByRole('button', { name: /^Pay \$\d+\.\d\d and change$/ }).click()
  await expect(page.getByText('Your plan is Small Business')).toBeVisible()
  const invoices = page.getByRole('region', { name: 'Invoices' })
  await expect(invoices.getByText(/Small Business instead of Sole Proprietor/)).toBeVisible()
  await axeCheck(page)
  await screens(page, 'plan-subscribed')
  const receipt = await mailTo(request, company.email, /^Your receipt from Quittance: \$49\.99/)
  expect(receipt.attachments[0]?.name).toBe('Invoice Q-0001.pdf')
  await invoices.getByRole('link', { name: 'Open invoice Q-0001' }).click()
  await expect(page.getByText('1 page')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Download' })).toBeVisible()
  await axeCheck(page)
  await screens(page, 'plan-invoice')
  await page.getByRole('link', { name: /Q-0001/ }).click()

  await page.getByRole('button', { name: 'Cancel subscription' }).click()
  const question = page.getByRole('dialog', { name: 'Cancel your subscription?' })
  await expect(question.getByText(/Nothing is deleted/)).toBeVisible()
  await question.getByRole('button', { name: /^Cancel on / }).click()
  await expect(page.getByRole('region', { name: 'Canceled' })).toBeVisible()
  await page.getByRole('button', { name: 'Keep my subscription' }).click()
  await expect(page.getByRole('region', { name: 'Cancel' })).toBeVisible()
})

test('a plan that is chosen in the set-up leads back into it', async ({ page, request }) => {
  const company = await openCompany(request, 'Set Up To Pay Ltd')
  await openAs(page, company, `${BILLING}?setup=true`)
  const step = page.getByRole('navigation', { name: 'Set-up' }).locator('[aria-current=step]')
  await expect(step).toContainText('Plan')
  await expect(page.getByText('Your trial has everything and needs no card.')).toBeVisible()
  await axeCheck(page)
  await screens(page, 'set-up-plan-choice')
  await page.getByRole('button', { name: 'Choose Small Business' }).click()
  await page.getByLabel('Card number').fill('4242 4242 4242 4242')
  await page.getByRole('button', { name: 'Subscribe to Small Business' }).click()
  await expect(page.getByText('Your plan', { exact: true })).toBeVisible()
  await expect(step, 'back in the set-up').toContainText('Plan')
  await page.getByRole('link', { name: 'Continue' }).click()
  await expect(page.getByRole('heading', { name: 'Currency and time zone' })).toBeVisible()
})
