import type { Page } from '@playwright/test'
import { axeCheck, expect, screens, test } from '../fixtures.ts'
import { addCustomer, openCompany, PASSWORD, sendInvoice, signUpOwner } from '../steps/company.ts'
import { logIn } from '../steps/log-in.ts'
import { enrollCustomer, portalOf, signInToPortal } from '../steps/portal.ts'

/**
 * Replaces the token with one that expires in four minutes, like the server's last token before a session
 * ends. Calls are held back from then on, because the server refuses the altered token.
 */
async function shortenSession(page: Page): Promise<void> {
  await page.route('**/api/**', () => {})
  await page.evaluate(() => {
    const [head, claims, seal] = (localStorage.getItem('auth-token') ?? '').split('.')
    const decoded = JSON.parse(atob(claims!.replaceAll('-', '+').replaceAll('_', '/')))
    const now = Math.floor(Date.now() / 1000)
    const short = btoa(JSON.stringify({ ...decoded, iat: now, exp: now + 240 }))
    localStorage.setItem('auth-token', [head, short.replace(/=+$/, ''), seal].join('.'))
    dispatchEvent(new StorageEvent('storage', { key: 'auth-token' }))
  })
}

const note = (page: Page) => page.getByRole('status').filter({ hasText: /You’ll need to log in again/ })

/** Leaves for the login page at `address`, whose calls are answered again. */
async function logInAgain(page: Page, address: RegExp): Promise<void> {
  await note(page).getByRole('button', { name: 'Log in again now' }).click()
  await expect(page).toHaveURL(address)
  await page.unrouteAll({ behavior: 'ignoreErrors' })
}

/** Ends the session from its note, which a dialog may cover: its button is pressed without the pointer. */
async function endSession(page: Page): Promise<void> {
  await shortenSession(page)
  await page.getByRole('button', { name: 'Log in again now', includeHidden: true }).dispatchEvent('click')
  await expect(page).toHaveURL(/\/login/)
  await page.unrouteAll({ behavior: 'ignoreErrors' })
}

test('staff and customers are warned minutes before their session ends, with a button to log in again', async ({
  page,
  request,
}) => {
  const company = await openCompany(request, 'Last Orders Ltd')
  await logIn(page, company)
  await page.goto('/settings/profile')
  await page.waitForLoadState('networkidle')
  await expect(note(page)).toHaveCount(0)
  await shortenSession(page)
  await expect(note(page)).toBeVisible()
  await axeCheck(page)
  await screens(page, 'session-end')
  await logInAgain(page, /\/login\?.*next=%2Fsettings%2Fprofile/)

  const customer = await addCustomer(request, company, 'Harbor Foods')
  await enrollCustomer(request, company, customer)
  await signInToPortal(page, company, customer)
  await page.waitForLoadState('networkidle')
  await shortenSession(page)
  await expect(note(page)).toBeVisible()
  await axeCheck(page)
  await screens(page, 'session-end-portal')
  await logInAgain(page, new RegExp(`^${portalOf(company)}/customer-portal-site-login`))
})

test('a session that ends before the account type is chosen opens the login page', async ({
  page,
  request,
}) => {
  const { email } = await signUpOwner(request)
  await page.goto('/login')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Log in' }).click()
  await expect(page.getByRole('heading', { name: 'How do you invoice?' })).toBeVisible()
  const { promise: forgotten, resolve: forget } = Promise.withResolvers<void>()
  await page.route('**/api/accounts/?*', async (route) => {
    await forgotten
    await route.continue()
  })
  const asked = page.waitForRequest('**/api/accounts/?*')
  await page.goto('/customers')
  await asked
  await page.evaluate(() => localStorage.clear())
  forget()
  // The answer redirects to the choice of a type, which redirects as well.
  await expect(page.getByText('Please log in to continue.')).toBeVisible()
})

test('what is typed in a dialog when the session ends is there again after the login, and only for its person', async ({
  page,
  request,
}) => {
  test.slow()
  const company = await openCompany(request, 'Kept Words Ltd')
  const customer = await addCustomer(request, company, 'Harbor Foods')
  const path = `/customers/${customer.pk}`
  await logIn(page, company)
  await page.goto(path)
  const dialog = page.getByRole('dialog', { name: 'Edit Harbor Foods' })
  const open = () => page.getByRole('button', { name: 'Edit' }).click()
  const kept = () => page.evaluate(() => sessionStorage.getItem('typed-texts'))
  const enter = async () => {
    await page.getByLabel('Email').fill(company.email)
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
    await page.getByRole('button', { name: 'Log in' }).click()
    await expect(page).toHaveURL(new RegExp(path))
  }
  await open()
  await dialog.getByLabel('Notes').fill('Pays on Fridays.')
  await dialog.getByLabel('Terms').selectOption('net_45')
  await dialog.getByLabel('Send statements').uncheck()
  expect(await kept()).toBeNull()
  await endSession(page)
  expect(JSON.parse((await kept())!).dialogs).toEqual({
    [`${path} Edit Harbor Foods`]: { Notes: 'Pays on Fridays.', Terms: 'net_45', 'Send statements': 'false' },
  })
  await enter()
  const again = page.getByText('Open “Edit Harbor Foods” again to go on.')
  await expect(again).toBeVisible()
  await open()
  await expect(again, 'nothing asks to open what is open').toBeHidden()
  await expect(dialog).toContainText('What you typed before your session ended is here again.')
  await expect(dialog.getByLabel('Notes')).toHaveValue('Pays on Fridays.')
  await expect(dialog.getByLabel('Terms')).toHaveValue('net_45')
  await expect(dialog.getByLabel('Send statements')).not.toBeChecked()
  expect(await kept()).toBeNull()
  await axeCheck(page)
  await screens(page, 'dialog-texts-again')
  await dialog.getByRole('button', { name: 'Save changes' }).click()
  await expect(page.getByRole('complementary', { name: 'Details' })).toContainText('Pays on Fridays.')

  await open()
  await dialog.getByLabel('Notes').fill('For nobody else.')
  await endSession(page)
  expect(await kept()).toContain('For nobody else.')
  await logIn(page, await openCompany(request, 'Somebody Else Ltd'))
  await expect.poll(kept).toBeNull()
})

test('what is typed in a page’s form when the session ends is there again after the login', async ({
  page,
  request,
}) => {
  test.slow()
  const company = await openCompany(request, 'Kept Pages Ltd')
  const enter = async () => {
    await page.getByLabel('Email').fill(company.email)
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
    await page.getByRole('button', { name: 'Log in' }).click()
  }
  const again = page.getByText('What you typed before your session ended is here again')
  await logIn(page, company)
  await page.goto('/settings/company-information')
  const website = page.getByLabel('Website')
  const code = page.getByLabel('Postal code')
  await website.fill('https://kept-pages.test')
  await code.fill('53203')
  await endSession(page)
  await enter()
  await expect(page).toHaveURL(/\/settings\/company-information/)
  await expect(website).toHaveValue('https://kept-pages.test')
  await expect(code).toHaveValue('53203')
  await expect(again).toBeVisible()
  await screens(page, 'page-texts-again')
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expect(page.getByRole('button', { name: 'Save changes' })).toBeDisabled()

  await addCustomer(request, company, 'Harbor Foods')
  await page.goto('/invoice-view')
  await page.getByRole('combobox', { name: 'Customer' }).fill('harbor')
  await page.getByRole('option', { name: 'Harbor Foods' }).click()
  await page.getByLabel('Item, line 1').fill('Twelve crates of lemons')
  await page.getByLabel('Price, line 1').fill('12')
  await page.getByRole('button', { name: 'Add line' }).click()
  await page.getByLabel('Item, line 2').fill('Delivery')
  await page.getByLabel('Price, line 2').fill('8')
  await endSession(page)
  await enter()
  await expect(page).toHaveURL(/\/invoice-view/)
  await expect(page.getByRole('combobox', { name: 'Customer' })).toHaveValue('Harbor Foods')
  await expect(page.getByLabel('Item, line 1')).toHaveValue('Twelve crates of lemons')
  await expect(page.getByLabel('Item, line 2')).toHaveValue('Delivery')
  await expect(again).toBeVisible()
  await page.getByRole('button', { name: 'Save draft' }).click()
  await expect(page.getByText(/^Saved at/)).toBeVisible()
})

test('a chosen customer, their chosen invoice and a smaller amount are there again after the login', async ({
  page,
  request,
}) => {
  test.slow()
  const company = await openCompany(request, 'Kept Choices Ltd')
  const customer = await addCustomer(request, company, 'Harbor Foods')
  const { number } = await sendInvoice(request, company, customer, '100.00')
  await sendInvoice(request, company, customer, '60.00')
  await logIn(page, company)
  await page.goto('/payment-processing')
  const dialog = page.getByRole('dialog', { name: 'Record payment' })
  const open = () => page.getByRole('button', { name: 'Record payment' }).click()
  const invoice = dialog.getByRole('checkbox', { name: new RegExp(number) })
  await open()
  await dialog.getByRole('combobox', { name: 'Customer' }).fill('harbor')
  await page.getByRole('option', { name: 'Harbor Foods' }).click()
  await invoice.check()
  await expect(dialog.getByLabel('Amount')).toHaveValue('100.00')
  await dialog.getByLabel('Amount').fill('45')
  await dialog.getByLabel('Reference').fill('CHQ 7')
  await endSession(page)
  await page.getByLabel('Email').fill(company.email)
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Log in' }).click()
  await open()
  await expect(dialog.getByRole('combobox', { name: 'Customer' })).toHaveValue('Harbor Foods')
  await expect(invoice).toBeChecked()
  await expect(dialog.getByLabel('Amount')).toHaveValue('45.00')
  await expect(dialog.getByLabel('Reference')).toHaveValue('CHQ 7')
  await expect(dialog).toContainText('What you typed before your session ended is here again.')
  await screens(page, 'dialog-choices-again')
  await dialog.getByRole('button', { name: 'Record $45.00' }).click()
  await expect(page.getByText('Recorded $45.00')).toBeVisible()
})

test('a proposed payment plan and a note with its mention are there again after the login', async ({
  page,
  request,
}) => {
  test.slow()
  const company = await openCompany(request, 'Kept Plans Ltd')
  const customer = await addCustomer(request, company, 'Harbor Foods')
  const { number } = await sendInvoice(request, company, customer, '100.00')
  await sendInvoice(request, company, customer, '60.00')
  const enter = async () => {
    await page.getByLabel('Email').fill(company.email)
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
    await page.getByRole('button', { name: 'Log in' }).click()
  }
  const again = page.getByText('What you typed before your session ended is here again')
  await logIn(page, company)
  await page.goto('/payment-plans/new')
  const invoice = page.getByRole('checkbox', { name: new RegExp(number) })
  const count = page.getByRole('textbox', { name: 'Installments' })
  const message = page.getByLabel('Message to the customer')
  await page.getByRole('combobox', { name: 'Customer' }).fill('harbor')
  await page.getByRole('option', { name: 'Harbor Foods' }).click()
  await page.getByRole('checkbox', { name: /^All 2 invoices/ }).check()
  await invoice.uncheck()
  await count.fill('4')
  await message.fill('As agreed by phone.')
  await endSession(page)
  await enter()
  await expect(again).toBeVisible()
  await expect(page.getByRole('combobox', { name: 'Customer' })).toHaveValue('Harbor Foods')
  await expect(invoice).not.toBeChecked()
  await expect(count).toHaveValue('4')
  await expect(message).toHaveValue('As agreed by phone.')
  await page.getByRole('button', { name: 'Propose $60.00 in 4' }).click()
  await expect(page.getByText('Payment plan proposed')).toBeVisible()

  await page.goto(`/customers/${customer.pk}`)
  await page.getByLabel('New note').fill('Pays on Fridays.')
  await page.getByRole('button', { name: 'Mention somebody' }).click()
  await page.getByRole('menuitem').first().click()
  const mention = page.getByRole('button', { name: /^Don’t tell / })
  await expect(mention).toBeVisible()
  await endSession(page)
  await enter()
  await expect(again).toBeVisible()
  await expect(page.getByLabel('New note')).toHaveValue(/^Pays on Fridays\. @/)
  await expect(mention).toBeVisible()
  await page.getByRole('button', { name: 'Add note' }).click()
  await expect(page.getByLabel('New note')).toHaveValue('')
})
