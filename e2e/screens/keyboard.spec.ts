import { axeCheck, expect, screens, test } from '../fixtures.ts'
import { addCustomer, openCompany, PASSWORD, sendInvoice } from '../steps/company.ts'
import { tabTo } from '../steps/keyboard.ts'
import { openAs } from '../steps/log-in.ts'
import { linkTo, mailTo } from '../steps/mail.ts'
import { expectThanks } from '../steps/paying.ts'

test('logging in, writing, sending and paying an invoice work by keyboard alone', { tag: '@gate' }, async ({
  page,
  request,
}) => {
  test.slow()
  const company = await openCompany(request, 'Keys Only Ltd')
  const customer = await addCustomer(request, company, 'Harbor Foods')
  const { keyboard } = page
  await page.goto('/login')
  await expect(page.getByLabel('Email'), 'the first field is ready to type in').toBeFocused()
  await keyboard.type(company.email)
  await tabTo(page, 'Password')
  await keyboard.type(PASSWORD)
  await keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Dashboard', level: 1 })).toBeVisible()

  await page.reload()
  await expect(page.getByRole('heading', { name: 'Dashboard', level: 1 })).toBeVisible()
  await keyboard.press('Tab')
  await expect(
    page.getByRole('link', { name: /^Skip to/ }),
    'the first tab stop skips the menus',
  ).toBeFocused()
  await keyboard.press('Enter')
  await tabTo(page, 'New invoice')
  await keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'New invoice', level: 1 })).toBeVisible()
  await expect(page.getByRole('heading', { level: 1 }), 'the heading has the focus').toBeFocused()
  await tabTo(page, 'Customer')
  await keyboard.type('harbor')
  await expect(page.getByRole('option', { name: /Harbor Foods/ })).toBeVisible()
  await keyboard.press('Enter')
  await tabTo(page, 'Item, line 1')
  await keyboard.type('Hot cups, 12 oz')
  await tabTo(page, 'Quantity, line 1')
  await keyboard.press('ControlOrMeta+a')
  await keyboard.type('3')
  await tabTo(page, 'Price, line 1')
  await keyboard.type('21')
  await tabTo(page, 'Add line')
  await keyboard.press('Enter')
  await expect(page.getByLabel('Item, line 2'), 'a new line is ready to type in').toBeFocused()
  await keyboard.type('Delivery')
  await tabTo(page, 'Price, line 2')
  await keyboard.type('7')
  await tabTo(page, 'Remove line 2')
  await keyboard.press('Enter')
  await expect(page.getByLabel('Item, line 2')).toHaveCount(0)
  await expect(page.locator('body'), 'the focus stays among the lines').not.toBeFocused()
  await tabTo(page, 'Send invoice', 'Shift+Tab')
  await keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: /^Send invoice/ })
  await expect(dialog).toContainText('will owe $63.00 more')
  await keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  await expect(
    page.getByRole('button', { name: 'Send invoice' }),
    'the focus returns to the button',
  ).toBeFocused()
  await keyboard.press('Enter')
  await expect(dialog).toBeVisible()
  await tabTo(page, 'Send invoice')
  await keyboard.press('Enter')
  await expect(page.getByText('Invoice sent')).toBeVisible()
  await expect(page.getByRole('heading', { name: /^Invoice INV-/, level: 1 })).toBeFocused()

  await tabTo(page, 'More actions')
  await keyboard.press('Enter')
  await expect(page.getByRole('menuitem', { name: 'Download PDF' })).toBeFocused()
  await keyboard.press('Escape')
  await expect(page.getByRole('button', { name: 'More actions' })).toBeFocused()

  await page.goto(linkTo(await mailTo(request, customer.email, /Invoice/), '/pay-invoice'))
  await expect(page.getByRole('heading', { name: 'Make a Payment' })).toBeVisible()
  await expect(page.getByLabel('Amount')).toBeVisible()
  await tabTo(page, 'Amount')
  await keyboard.press('ControlOrMeta+a')
  await keyboard.type('40')
  await tabTo(page, 'Card')
  await keyboard.press('ArrowRight')
  await expect(page.getByRole('tab', { name: 'E-check' })).toHaveAttribute('aria-selected', 'true')
  await expect(page.getByRole('tab', { name: 'E-check' })).toBeFocused()
  await expect(page.getByLabel('Amount'), 'the typed amount is kept').toHaveValue('40.00')
  await keyboard.press('ArrowLeft')
  await expect(page.getByRole('tab', { name: 'Card', exact: true })).toBeFocused()
  await tabTo(page, 'Name on card')
  await keyboard.type('Maya Okafor')
  await tabTo(page, 'Card number')
  await keyboard.type('4242424242424242')
  await tabTo(page, 'Expiration date')
  await keyboard.type('830')
  await tabTo(page, 'Security code')
  await keyboard.type('123')
  await tabTo(page, 'Pay $40.00')
  await keyboard.press('Enter')
  await expectThanks(page)
  await expect(
    page.getByRole('heading', { name: /We have received/ }),
    'the result is announced',
  ).toBeFocused()
  await tabTo(page, 'Download receipt')
})

test('single-key shortcuts move through a list, open a row, open pages and create records', async ({
  page,
  request,
}) => {
  test.slow()
  const company = await openCompany(request, 'One Hand Ltd')
  const customer = await addCustomer(request, company, 'Harbor Foods')
  for (const amount of ['10.00', '20.00', '30.00']) await sendInvoice(request, company, customer, amount)
  const { keyboard } = page
  const heading = (name: string | RegExp) => page.getByRole('heading', { name, level: 1 })
  await openAs(page, company, '/invoices')
  const rows = page.getByRole('table', { name: 'Invoices' }).getByRole('rowheader').getByRole('link')
  await expect(rows).toHaveCount(3)
  for (const [key, at] of [
    ['j', 0],
    ['j', 1],
    ['ArrowDown', 2],
    ['j', 2],
    ['k', 1],
    ['ArrowUp', 0],
    ['k', 0],
    ['j', 1],
  ] as const) {
    await keyboard.press(key)
    await expect(rows.nth(at), `${key} leads to row ${at + 1}`).toBeFocused()
  }
  const name = (await rows.nth(1).textContent()) ?? ''
  await keyboard.press('Enter')
  await expect(heading(new RegExp(name))).toBeVisible()

  for (const [key, title] of [
    ['c', 'Customers'],
    ['p', 'Payments'],
    ['m', 'Credit memos'],
    ['d', 'Dashboard'],
    ['i', 'Invoices'],
  ] as const) {
    await keyboard.press('g')
    await keyboard.press(key)
    await expect(heading(title)).toBeVisible()
    await expect(page.getByRole('dialog'), 'the second key alone does nothing').toHaveCount(0)
  }
  const newInvoice = page.getByRole('link', { name: 'New invoice' })
  await expect(newInvoice).toHaveAttribute('aria-keyshortcuts', 'c')
  await keyboard.press('c')
  await expect(heading('New invoice')).toBeVisible()

  await page.goto('/customers')
  await expect(page.getByRole('button', { name: 'New customer' })).toBeVisible()
  await keyboard.press('Shift+c')
  await keyboard.press('ControlOrMeta+j')
  await keyboard.press('/')
  const search = page.getByRole('searchbox', { name: 'Search customers' })
  await keyboard.type('cj?gi')
  await expect(search, 'in a field the keys type letters').toHaveValue('cj?gi')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await keyboard.press('Escape')
  await page.getByRole('heading', { level: 1 }).click()
  await keyboard.press('c')
  const dialog = page.getByRole('dialog', { name: 'New customer' })
  await expect(dialog).toBeVisible()
  await dialog.getByRole('button', { name: 'Cancel' }).focus()
  await keyboard.press('g')
  await keyboard.press('i')
  await keyboard.press('?')
  await expect(dialog, 'shortcuts don’t act behind an open dialog').toBeVisible()
  await expect(page.getByRole('dialog')).toHaveCount(1)
  await keyboard.press('Escape')

  for (const [path, title] of [
    ['/payment-processing', 'Record payment'],
    ['/credit-memos', 'Issue credit memo'],
  ] as const) {
    await page.goto(path)
    await expect(page.getByRole('button', { name: title }).first()).toBeVisible()
    await keyboard.press('c')
    await expect(page.getByRole('dialog', { name: title })).toBeVisible()
  }
})

test('a dialog lists the shortcuts, and single-key shortcuts stay off after a reload', async ({
  page,
  request,
}) => {
  const company = await openCompany(request, 'Spoken Words Ltd')
  await addCustomer(request, company, 'Harbor Foods')
  const { keyboard } = page
  await page.setViewportSize({ width: 1280, height: 800 })
  await openAs(page, company, '/customers')
  const row = page.getByRole('table', { name: 'Customers' }).getByRole('link', { name: 'Harbor Foods' })
  await expect(row).toBeVisible()
  const invoices = page.getByRole('link', { name: 'Invoices', exact: true })
  await expect(invoices, 'the rail shows the keys').toHaveAttribute('data-tip', 'Invoices  g i')
  await keyboard.press('?')
  const sheet = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
  await expect(sheet).toBeFocused()
  await expect(sheet.getByRole('definition').filter({ hasText: /^gtheni$/ })).toBeVisible()
  await axeCheck(page)
  await screens(page, 'shortcuts')
  const keys = sheet.getByRole('switch', { name: 'Single-key shortcuts' })
  await keys.uncheck()
  await keyboard.press('Escape')
  await expect(sheet).toHaveCount(0)

  await page.reload()
  await expect(row).toBeVisible()
  for (const key of ['j', '?', 'c', '/']) await keyboard.press(key)
  await expect(page.locator('body'), 'nothing happens').toBeFocused()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'New customer' })).not.toHaveAttribute('aria-keyshortcuts')
  await expect(invoices).toHaveAttribute('data-tip', 'Invoices')
  await keyboard.press('ControlOrMeta+k')
  const palette = page.getByRole('combobox', { name: /^Search customers/ })
  await palette.fill('keyboard')
  await keyboard.press('Enter')
  await keys.check()
  await keyboard.press('Escape')
  await expect(sheet).toHaveCount(0)
  await keyboard.press('j')
  await expect(row).toBeFocused()

  await page.getByRole('button', { name: /user menu/ }).click()
  await page.getByRole('menuitem', { name: 'Keyboard shortcuts' }).click()
  await expect(sheet).toBeVisible()
  await keyboard.press('Escape')
  await keyboard.press('ControlOrMeta+k')
  await expect(page.getByRole('option', { name: 'Import' })).toBeVisible()
  await palette.fill('record')
  await keyboard.press('Enter')
  await expect(page.getByRole('dialog', { name: 'Record payment' })).toBeVisible()
  await keyboard.press('Escape')
  await expect(page).toHaveURL(/\/payment-processing$/)
  await keyboard.press('ControlOrMeta+k')
  await palette.fill('log out')
  await keyboard.press('Enter')
  await expect(page).toHaveURL(/\/login/)
})
