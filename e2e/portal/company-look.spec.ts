import { axeCheck } from '../axe-check.ts'
import { expect, screens, test } from '../fixtures.ts'
import { inCompany, openBilledCompany } from '../steps/company.ts'
import { logIn } from '../steps/log-in.ts'

const PHONE = { width: 390, height: 844 }

test('a company chooses its color and says where to pay without a card, and its customers see both', async ({
  page,
  request,
  context,
  expectConsole,
}) => {
  const { company, invoice, link } = await openBilledCompany(request, 'Look Works Ltd', '120.00')
  await logIn(page, company)
  await page.goto('/settings/company-information')
  await page.getByRole('textbox', { name: /^Accent color/ }).fill('#ffe000')
  await expect(page.getByText(/^To keep text readable, we use #[0-9a-f]{6} on light pages\.$/)).toBeVisible()
  await page.getByLabel('A line for your customers').fill('Family-owned since 1974')
  await page.getByLabel('Terms').fill('Goods remain ours until they are paid.')
  await page.getByLabel('Account name').fill('Look Works Ltd')
  await page.getByLabel('Routing number').fill('110000001')
  await page.getByLabel('Account number').fill('000123456789')
  await page.getByLabel('Payable to').fill('Look Works Ltd')
  await page.getByLabel('Mail checks to').fill('418 Canal Street\nMilwaukee, WI 53203')
  expectConsole(/400 \(Bad Request\).*\/company\//)
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expect(page.getByText('This is not a routing number. Check its nine digits.')).toBeVisible()
  await page.getByLabel('Routing number').fill('110000000')
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expect(page.getByText('Company information saved')).toBeVisible()
  await axeCheck(page)
  await screens(page, 'company-look')

  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.setViewportSize(PHONE)
  await page.goto(link)
  await expect(page.getByText('Family-owned since 1974')).toBeVisible()
  expect(await page.evaluate(() => document.documentElement.style.getPropertyValue('--brand'))).toMatch(
    /^light-dark\(#[0-9a-f]{6}, #ffe000\)$/,
  )
  await page.getByText('Pay by bank transfer or check').click()
  await expect(page.getByText('418 Canal Street')).toBeVisible()
  await page.getByRole('button', { name: 'Copy reference, bank transfer' }).click()
  await expect(page.getByText('Reference copied')).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(invoice.number)
  await page.getByText('Terms', { exact: true }).click()
  await expect(page.getByText('Goods remain ours until they are paid.')).toBeVisible()
  await axeCheck(page)
  await screens(page, 'pay-other-ways')
  await inCompany(request, company, 'PATCH', 'company/', { accent_color: '' })
})
