import type { Page } from '@playwright/test'
import { axeCheck, expect, screens, test } from '../fixtures.ts'
import { linkTo, mailTo } from '../steps/mail.ts'
import { payIncomplete } from '../steps/paying.ts'

const stamp = Date.now().toString(36)
const owner = `founder-${stamp}@willowworks.test`
const payer = `accounts-${stamp}@pinecrest.test`
const password = 'seven green kettles hum'

test.describe.configure({ mode: 'serial' })

test('a new company signs up and sends an invoice, and the customer pays it from the email', {
  tag: '@gate',
}, async ({ page, browser, watch }) => {
  test.setTimeout(150_000)
  await signUp(page)
  await setUpCompany(page)
  await sendInvoice(page)

  const mail = await mailTo(page.request, payer, /Invoice/)
  expect(mail.attachments[0]?.name).toMatch(/\.pdf$/)
  const link = linkTo(mail, '/pay-invoice')
  const html = await (await page.request.get(link)).text()
  for (const fact of ['Willow Works', '$540.00', 'Due']) expect(html).toContain(fact)

  const theirs = await browser.newContext()
  await watch(theirs)
  await pay(await theirs.newPage(), link)
  await theirs.close()

  await page.goto('/invoices')
  await expect(page.getByRole('row', { name: /Pinecrest/ })).toContainText('Paid')
  await page.goto('/')
  await expect(page.getByText('Pinecrest').first()).toBeVisible()
  await page.goto('/payment-processing')
  await expect(page.getByRole('row', { name: /Pinecrest/ })).toContainText('Confirmed')
  await expect(page.getByText('Sandbox', { exact: false }).first()).toBeVisible()
})

async function signUp(page: Page): Promise<void> {
  await page.goto('/signup')
  await page.getByLabel('First name').fill('Wilma')
  await page.getByLabel('Last name').fill('Wells')
  await page.getByLabel('Work email').fill(owner)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await axeCheck(page)
  await screens(page, 'sign-up')
  await page.getByRole('button', { name: 'Create account' }).click()
  await expect(page).toHaveURL(/check-your-email/)
  await page.goto(linkTo(await mailTo(page.request, owner, /./), '/email-verification'))
  await expect(page.getByRole('heading', { name: 'Your email address is confirmed' })).toBeVisible()
  await page.getByRole('link', { name: 'Continue' }).click()
  await expect(page).toHaveURL(/choose-account-type/)
}

async function setUpCompany(page: Page): Promise<void> {
  await screens(page, 'choose-account-type')
  await page.getByRole('button', { name: 'Start with local invoices' }).click()
  await page.getByLabel('Company name').fill('Willow Works')
  await axeCheck(page)
  await screens(page, 'set-up-company')
  await page.getByRole('button', { name: 'Save and continue' }).click()
  await expect(page).toHaveURL(/plan-billing\?setup=true/)
  await page.getByRole('link', { name: 'Continue' }).click()
  await expect(page).toHaveURL(/account-settings/)
  await page.getByRole('button', { name: 'Save and continue' }).click()
  await expect(page.getByRole('link', { name: /New invoice|Write/i }).first()).toBeVisible()
  await axeCheck(page)
  await screens(page, 'dashboard-empty')
}

async function sendInvoice(page: Page): Promise<void> {
  await page.goto('/customers')
  await page.getByRole('button', { name: 'New customer' }).first().click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name', { exact: true }).fill('Pinecrest')
  await dialog.getByLabel('Email', { exact: true }).fill(payer)
  await dialog.getByRole('button', { name: 'Add customer' }).click()
  await expect(page.getByRole('heading', { name: 'Pinecrest' })).toBeVisible()
  await axeCheck(page)
  await screens(page, 'customer')
  await page.getByRole('link', { name: 'New invoice' }).click()
  await expect(page.getByRole('heading', { name: 'New invoice' })).toBeVisible()
  await page.getByLabel('Item', { exact: false }).first().fill('Garden design')
  await page
    .getByLabel(/Quantity/)
    .first()
    .fill('3')
  await page.getByLabel(/Price/).first().fill('180.00')
  await expect(page.getByText('$540.00').first()).toBeVisible()
  await axeCheck(page)
  await screens(page, 'invoice-editor')
  await page.getByRole('button', { name: 'Send invoice' }).click()
  const send = page.getByRole('dialog')
  await expect(send).toContainText(payer)
  await send.getByRole('button', { name: 'Send invoice' }).click()
  await expect(page.getByText(/Invoice sent|was sent|Sent to/i).first()).toBeVisible()
}

async function pay(page: Page, link: string): Promise<void> {
  await page.goto(link)
  await expect(page.getByRole('heading', { name: 'Make a Payment' })).toBeVisible()
  await expect(page.getByLabel('Card number')).toBeVisible()
  await axeCheck(page)
  await screens(page, 'pay-link')
  await payIncomplete(page, '$540.00')
  await expect(page.getByText('This field is required').first()).toBeVisible()
  await page.getByLabel('Name on card').fill('Pia Pine')
  await page.getByLabel('Card number').fill('4242 4242 4242 4242')
  await page.getByLabel('Expiration date').fill('08/30')
  await page.getByLabel('Security code').fill('123')
  await page.getByRole('button', { name: /^Pay \$540\.00/ }).dblclick()
  await expect(page.getByText('We have received your payment, thank you!')).toBeVisible({ timeout: 20_000 })
  await axeCheck(page)
  await screens(page, 'pay-link-paid')
}
