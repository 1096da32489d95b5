import { readFile } from 'node:fs/promises'
import { axeCheck, expect, screens, test } from '../fixtures.ts'
import { addCustomer, freshEmail, inCompany, openCompany, sendInvoice } from '../steps/company.ts'
import { openAs } from '../steps/log-in.ts'

test('a customer is added and edited', { tag: '@gate' }, async ({ page, request, expectConsole }) => {
  test.slow()
  expectConsole(/status of 400/)
  const company = await openCompany(request, 'Harvest Wholesale')
  await openAs(page, company, '/customers')
  await expect(page.getByText('No customers yet')).toBeVisible()
  await axeCheck(page)
  await screens(page, 'customers-none')
  await page.getByRole('button', { name: 'New customer' }).first().click()

  const dialog = page.getByRole('dialog', { name: 'New customer' })
  await dialog.getByRole('button', { name: 'Add customer' }).click()
  await expect(dialog.getByText('This field is required.')).toBeVisible()
  await dialog.getByLabel('Name', { exact: true }).fill('Birch & Barley')
  await dialog.getByLabel('Email', { exact: true }).fill('not an address')
  await dialog.getByLabel('Phone', { exact: true }).fill('12')
  await dialog.getByRole('button', { name: 'Add customer' }).click()
  await expect(dialog.getByText('Enter a valid email address.')).toBeVisible()
  await expect(dialog.getByText('Enter a valid phone number.')).toBeVisible()
  await axeCheck(page)
  await screens(page, 'customer-dialog')
  const email = freshEmail('birch')
  await dialog.getByLabel('Email', { exact: true }).fill(email)
  await dialog.getByLabel('Phone', { exact: true }).fill('(414) 555-0142')
  await dialog.getByLabel('City').fill('Madison')
  await dialog.getByRole('button', { name: 'Add customer' }).click()

  await expect(page.getByRole('heading', { name: 'Birch & Barley', level: 1 })).toBeVisible()
  await expect(page.getByText('Customer added')).toBeVisible()
  await expect(page.getByText('0 open invoices, $0.00 received')).toBeVisible()
  await expect(page.getByRole('complementary', { name: 'Details' })).toContainText(email)
  await axeCheck(page)
  await screens(page, 'customer')

  await page.getByRole('button', { name: 'Edit' }).click()
  const edit = page.getByRole('dialog', { name: 'Edit Birch & Barley' })
  await edit.getByLabel('Legal name').fill('Birch and Barley Restaurants Inc.')
  await edit.getByLabel('Notes').fill('Delivers on Fridays only.')
  await edit.getByRole('button', { name: 'Save changes' }).click()
  await expect(page.getByText('Customer saved')).toBeVisible()
  await expect(page.getByRole('complementary', { name: 'Details' })).toContainText(
    'Delivers on Fridays only.',
  )
})

test('customers are sorted by name and found by search', async ({ page, request }) => {
  const company = await openCompany(request, 'Sorted Wholesale')
  for (const name of ['Alder Coffee', 'Birch & Barley', 'Zinnia Flowers'])
    await addCustomer(request, company, name)
  await openAs(page, company, '/customers')
  const names = page.getByRole('table', { name: 'Customers' }).getByRole('rowheader')
  await expect(names).toHaveText(['Alder Coffee', 'Birch & Barley', 'Zinnia Flowers'])
  const header = page.getByRole('columnheader', { name: 'Customer', exact: true })
  await header.getByRole('button').click()
  await expect(header).toHaveAttribute('aria-sort', 'ascending')
  await header.getByRole('button').click()
  await expect(header).toHaveAttribute('aria-sort', 'descending')
  await expect(names).toHaveText(['Zinnia Flowers', 'Birch & Barley', 'Alder Coffee'])
  await expect(page).toHaveURL(/order_by=-short_name/)
  await axeCheck(page)
  await screens(page, 'customers')

  const search = page.getByRole('searchbox', { name: 'Search customers' })
  const searches: string[] = []
  page.on('request', (call) => {
    const text = new URL(call.url()).searchParams.get('search')
    if (call.url().includes('/customers/') && text) searches.push(text)
  })
  await search.pressSequentially('bi')
  await page.keyboard.insertText('rch')
  await expect(names).toHaveText(['Birch & Barley'])
  expect(searches, 'one or two letters search for nothing').toEqual(['birch'])
  await search.fill('nobody by this name')
  await expect(page.getByText('No items found. Try changing your filter settings.')).toBeVisible()
  await search.fill('')
  await expect(names).toHaveCount(3)
})

const CSV = [
  'Client;E-mail;Town;Remarks',
  'Atlas Bakery;atlas@people.test;Boston;Pays on time',
  'Old Mill;not-an-address;Salem;',
  ';nameless@people.test;Lowell;',
  '=Formula Foods;formula@people.test;Boston;',
  'Atlas Bakery;atlas@people.test;Boston;Pays on time',
].join('\n')

const upload = (name: string) => ({ name, mimeType: 'text/csv', buffer: Buffer.from(CSV) })

test('a file of customers is imported, its rejected rows are downloaded with reasons, and a second import changes nothing', async ({
  page,
  request,
}) => {
  test.slow()
  const company = await openCompany(request, 'Mill Street Imports')
  await openAs(page, company, '/customers')
  await page.getByRole('link', { name: 'Import' }).click()
  await expect(page.getByRole('heading', { name: 'Import customers' })).toBeVisible()
  await axeCheck(page)
  await screens(page, 'imports')
  await page.locator('input[type=file]').setInputFiles(upload('clients.csv'))

  await expect(page.getByRole('heading', { name: 'clients.csv' })).toBeVisible()
  const columns = page.getByRole('region', { name: 'Columns' })
  await expect(columns.getByRole('row', { name: /^Town/ })).toContainText('Boston · Salem')
  await columns.getByLabel('Client imports as').selectOption('Name')
  await columns.getByLabel('Town imports as').selectOption('City')
  await columns.getByLabel('Remarks imports as').selectOption('Notes')
  await axeCheck(page)
  await screens(page, 'import-mapping')
  await page.getByRole('button', { name: 'Preview all rows' }).click()

  await expect(
    page.getByText('2 new, 0 changed, 1 unchanged or duplicate, 2 can’t be imported.'),
  ).toBeVisible()
  const rows = page.getByRole('table', { name: 'Rows' })
  await expect(rows.getByRole('row', { name: /Old Mill/ })).toContainText(
    '‘not-an-address’ isn’t an email address.',
  )
  await axeCheck(page)
  await screens(page, 'import-preview')
  await page.getByRole('button', { name: 'Import 2 customers' }).click()
  await expect(page.getByText('Imported 2 customers')).toBeVisible()
  await screens(page, 'import-done')

  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download 2 skipped rows' }).click()
  const file = await download
  expect(file.suggestedFilename()).toBe('clients - skipped rows.csv')
  const rejected = await readFile(await file.path(), 'utf8')
  expect(rejected).toContain('Old Mill')
  expect(rejected).toContain('nameless@people.test')
  expect(rejected).toContain('isn’t an email address')
  expect(rejected).not.toContain('Atlas Bakery')

  await page.getByRole('link', { name: 'View customers' }).click()
  await expect(page.getByRole('table', { name: 'Customers' }).getByRole('rowheader')).toHaveText([
    '=Formula Foods',
    'Atlas Bakery',
  ])

  await page.getByRole('link', { name: 'Import' }).click()
  await page.locator('input[type=file]').setInputFiles(upload('clients again.csv'))
  await page.getByLabel('Client imports as').selectOption('Name')
  await page.getByRole('button', { name: 'Preview all rows' }).click()
  await expect(page.getByText(/^Rows: 0 new, 0 changed/)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Import 0 customers' })).toBeDisabled()
})

test('a dialog asks before it discards typed text, and closes at once without any', async ({
  page,
  request,
}) => {
  test.slow()
  const company = await openCompany(request, 'Typed Words Ltd')
  await openAs(page, company, '/customers')
  const open = page.getByRole('button', { name: 'New customer' }).first()
  const dialog = page.getByRole('dialog', { name: 'New customer' })
  await open.click()
  await expect(dialog).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)

  await open.click()
  await dialog.getByLabel('Name', { exact: true }).fill('Half a name')
  await page.keyboard.press('Escape')
  const asking = page.getByRole('dialog', { name: 'Discard what you typed?' })
  await expect(asking).toBeVisible()
  await axeCheck(page)
  await screens(page, 'dialog-discard')
  await asking.getByRole('button', { name: 'Keep editing' }).click()
  await expect(dialog.getByLabel('Name', { exact: true })).toHaveValue('Half a name')
  await dialog.getByRole('button', { name: 'Close' }).click()
  await asking.getByRole('button', { name: 'Discard' }).click()
  await expect(dialog).toHaveCount(0)
})

test('a new customer shows empty states, and a German address is formatted as in Germany', async ({
  page,
  request,
}) => {
  test.slow()
  const company = await openCompany(request, 'Rheinblick Ltd')
  const customer = await inCompany<{ pk: string }>(request, company, 'POST', 'customers/', {
    short_name: 'Bäckerei Grün',
    addressline1: 'Hauptstraße 17',
    city: 'Köln',
    postal_code: '50667',
    country: 'Deutschland',
  })
  await openAs(page, company, `/customers/${customer.pk}`)
  await expect(page.getByText('No invoices yet.')).toBeVisible()
  await expect(page.getByText('No payments yet.')).toBeVisible()
  await expect(page.getByRole('complementary', { name: 'Details' })).toContainText('50667 Köln')
  await screens(page, 'customer-empty')
  await page.getByRole('link', { name: 'New invoice' }).click()
  const sheet = page.getByRole('article', { name: 'Invoice preview' })
  await expect(sheet).toContainText('50667 Köln')
  await expect(sheet).toContainText('Deutschland')
})

test('a customer’s further fields are edited, and the second of two people sees what the first saved', async ({
  page,
  request,
  expectConsole,
}) => {
  expectConsole(/status of (400|409)/)
  const company = await openCompany(request, 'Twofold Ltd')
  const office = await addCustomer(request, company, 'Head Office')
  const branch = await addCustomer(request, company, 'Branch')
  await openAs(page, company, `/customers/${branch.pk}`)
  await page.getByRole('button', { name: 'Edit' }).click()
  const edit = page.getByRole('dialog', { name: 'Edit Branch' })
  for (const [at, address] of ['one@branch.test', 'two@branch', 'three@branch.test'].entries()) {
    await edit.getByRole('button', { name: 'Add email' }).click()
    await edit.getByLabel(`Email ${at + 2}`, { exact: true }).fill(address)
  }
  await edit.getByRole('button', { name: 'Remove email 2' }).click()
  await edit.getByLabel('Email 3 gets').selectOption({ label: 'Invoices and statements, no reminders' })
  await edit.getByLabel('Fax').fill('414.555.0142')
  await edit.getByLabel('Belongs to').fill('Head')
  await edit
    .getByRole('option', { name: 'Head Office' })
    .or(page.getByRole('option', { name: 'Head Office' }))
    .first()
    .click()
  await edit.getByLabel('Notes').fill('Mine.')
  await inCompany(request, company, 'PATCH', `customers/${branch.pk}/`, {
    notes: 'Theirs.',
    city: 'Bath',
  })
  await edit.getByRole('button', { name: 'Save changes' }).click()
  await expect(edit.getByLabel('Email 2', { exact: true })).toHaveAccessibleDescription(/address/)
  await edit.getByLabel('Email 2', { exact: true }).fill('two@branch.test')
  await edit.getByRole('button', { name: 'Save changes' }).click()
  await expect(edit).toContainText(': it is “Theirs.” now. Save again to replace it by yours.')
  await expect(edit.getByLabel('Notes')).toHaveValue('Mine.')
  await axeCheck(page)
  await screens(page, 'customer-changed-meanwhile')
  await edit.getByRole('button', { name: 'Save changes' }).click()
  const details = page.getByRole('complementary', { name: 'Details' })
  for (const text of [
    'two@branch.test',
    'Invoices and statements, no reminders',
    'Mine.',
    'Fax',
    '(414) 555-0142',
    'Belongs to',
    'Bath',
  ])
    await expect(details).toContainText(text)
  await screens(page, 'customer-further-fields')
  await sendInvoice(request, company, branch, '60.00')
  await details.getByRole('link', { name: 'Head Office' }).click()
  await expect(page).toHaveURL(new RegExp(office.pk))
  await page.reload()
  const below = page.getByRole('table', { name: 'Customers that belong to Head Office' })
  await expect(below.getByRole('row', { name: /Branch/ })).toContainText('$60.00')
  await axeCheck(page)
  await screens(page, 'customer-parent')
  await page.goto(`/customers?filter_parent=${office.pk}`)
  await expect(page.getByRole('button', { name: 'Parent is Head Office' })).toBeVisible()
  await expect(page.getByRole('table', { name: 'Customers' }).getByRole('rowheader')).toHaveText(['Branch'])
})
