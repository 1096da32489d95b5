import { readFile } from 'node:fs/promises'
import { axeCheck, expect, screens, test } from '../fixtures.ts'
import {
  changeResponses,
  reloadAsRole,
  reloadWithResponse,
  restoreResponses,
} from '../steps/changed-responses.ts'
import { inCompany, openCompany, PASSWORD } from '../steps/company.ts'
import { openAs } from '../steps/log-in.ts'

/** A German spreadsheet's CSV: Windows-1252, semicolons, 1.234,56, days first, and a line break in a cell. */
const CSV = [
  'Rechnungsnummer;Kunde;E-Mail;Rechnungsdatum;Fälligkeitsdatum;Bruttobetrag;Offen;Bemerkung',
  'R-2041;Bäckerei Grün;gruen@people.test;13.10.2026;12.11.2026;1.234,56;1.234,56;"Zwei Zeilen,\neine Zelle"',
  'R-2042;Café Müßig;muessig@people.test;01.11.2026;01.12.2026;(50,00);;',
  'R-2043;Café Müßig;muessig@people.test;31.02.2026;01.12.2026;80,00;80,00;',
  'R-2044;Café Müßig;muessig@people.test;02.11.2026;02.12.2026;300,00;100,00;',
  'R-2044;Café Müßig;muessig@people.test;02.11.2026;02.12.2026;300,00;100,00;',
].join('\r\n')

const upload = (name: string, text = CSV) => ({
  name,
  mimeType: 'text/csv',
  buffer: Buffer.from(text, 'latin1'),
})

test('a German CSV of invoices is imported with progress, its rejected rows are downloaded, and a second import changes nothing', {
  tag: '@gate',
}, async ({ page, request, expectConsole }) => {
  test.slow()
  expectConsole(/status of 400/)
  const company = await openCompany(request, 'Umlaut & Partners')
  await page.goto('/migration-started')
  await expect(page.getByRole('heading', { name: 'Importing data' })).toBeFocused()
  await axeCheck(page)
  await screens(page, 'migration-anonymous')
  await page.getByRole('link', { name: 'Log in' }).click()
  await page.getByLabel('Email').fill(company.email)
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Log in' }).click()
  await expect(page.getByRole('heading', { name: 'No import is running' })).toBeVisible()
  await expect(page).toHaveURL(/\/migration-started$/)
  await screens(page, 'migration-none')
  await expect(page.getByRole('link', { name: 'Import a file' })).toHaveAttribute('href', '/imports')
  await page.getByRole('link', { name: 'Go to the dashboard' }).click()
  await page.goto('/invoices')
  await page.getByRole('link', { name: 'Import' }).first().click()
  await expect(page.getByRole('heading', { name: 'Import invoices' })).toBeVisible()
  const here = page.getByRole('navigation', { name: 'Main' }).locator('[aria-current=page]')
  await expect(here).toHaveText('Invoices')
  await expect(page.getByText(/delete files 30 days after import, or after 7 days/)).toBeVisible()
  await page.locator('input[type=file]').setInputFiles({
    name: 'photo.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 0, 0, 0]),
  })
  await expect(page.getByRole('main')).toContainText(/not a CSV|not text|could not be read|no rows/i)
  await screens(page, 'imports-refused')
  await page.locator('input[type=file]').setInputFiles(upload('rechnungen.csv'))
  await expect(page.getByRole('heading', { name: 'rechnungen.csv' })).toBeVisible()
  await expect(here).toHaveText('Invoices')
  await page.goto(page.url().replace('?kind=invoices', ''))
  await expect(page.getByRole('heading', { name: 'rechnungen.csv' })).toBeVisible()
  await expect(here, 'without the kind in the address').toHaveText('Invoices')
  await expect(page.getByLabel('Rechnungsnummer imports as')).not.toHaveValue('')
  await expect(page.getByLabel('Bruttobetrag imports as')).not.toHaveValue('')
  await expect(page.getByRole('row', { name: /Kunde/ })).toContainText('Bäckerei Grün')
  await page.getByLabel('Date format').selectOption('Day, month, year')
  await axeCheck(page)
  await screens(page, 'import-invoices-mapping')
  await page.getByRole('button', { name: 'Preview all rows' }).click()

  const rows = page.getByRole('table', { name: 'Rows' })
  await expect(page.getByRole('button', { name: 'Import 2 invoices' })).toBeVisible()
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  await expect(rows.getByRole('row', { name: /R-2043/ })).toContainText('31.02.2026')
  await expect(rows.getByRole('row', { name: /R-2042/ })).toContainText('Needs fixing')
  await axeCheck(page)
  await screens(page, 'import-invoices-preview')
  // An import of two rows ends before its progress can be seen.
  const aRun = '**/api/accounts/*/imports/*/'
  await changeResponses(page, aRun, (run) => ({ ...run, status: 'running', written_rows: 1 }))
  await page.getByRole('button', { name: 'Import 2 invoices' }).click()
  await page.getByRole('link', { name: 'Open the progress page' }).click()
  await expect(page.getByRole('heading', { name: 'Importing your data' })).toBeVisible()
  await expect(page.getByRole('progressbar', { name: 'rechnungen.csv' })).toHaveAttribute(
    'aria-valuenow',
    '50',
  )
  await axeCheck(page)
  await screens(page, 'migration-running')
  await restoreResponses(page)
  await expect(page.getByRole('heading', { name: 'Your data is imported' })).toBeVisible()
  await expect(page.getByText('rechnungen.csv imported 2 invoices. 2 rows were skipped')).toBeVisible()
  await screens(page, 'migration-done')
  await reloadWithResponse(page, aRun, (run) => ({
    ...run,
    status: 'failed',
    failure: 'The file could not be read.',
  }))
  await expect(
    page.getByText('Latest import: rechnungen.csv stopped. The file could not be read.'),
  ).toBeVisible()
  await screens(page, 'migration-failed')
  await reloadWithResponse(page, aRun, (run) => ({ ...run, status: 'ready' }))
  await expect(page.getByRole('heading', { name: 'Your file is ready' })).toBeVisible()
  await reloadAsRole(page, 'viewer')
  await expect(page.getByRole('heading', { name: 'You can’t view imports' })).toBeVisible()
  await screens(page, 'migration-viewer')
  await restoreResponses(page)
  await page.reload()
  await page.getByRole('link', { name: 'View import' }).click()
  await expect(page.getByText('Imported 2 invoices')).toBeVisible()
  await expect(page.getByText(/^We’ll delete the file and its rows on /)).toBeVisible()
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download 2 skipped rows' }).click()
  const rejected = await readFile(await (await download).path(), 'utf8')
  expect(rejected.trim().split('\r\n'), 'a header and the two rows named on the button').toHaveLength(3)
  expect(rejected.split('\r\n')[0], 'same separator as the uploaded file').toMatch(/^\ufeff[^,]*;/)
  expect(rejected).toContain('R-2043')
  expect(rejected).toContain('R-2042')
  expect(rejected, 'no imported row').not.toContain('R-2041')
  await screens(page, 'import-invoices-done')

  await page.getByRole('link', { name: 'View invoices' }).click()
  const list = page.getByRole('table', { name: 'Invoices' })
  await expect(list.getByRole('row', { name: /R-2041/ })).toContainText('1,234.56')
  await expect(list.getByRole('row', { name: /R-2041/ })).toContainText('Bäckerei Grün')
  await expect(list.getByRole('row', { name: /R-2044/ })).toContainText('100.00')
  await expect(list.getByRole('rowheader')).toHaveCount(2)

  await page.goto('/imports?kind=invoices')
  await expect(
    page.getByRole('table', { name: 'Past imports' }).getByRole('row', { name: /rechnungen/ }),
  ).toContainText('Imported')
  await page.locator('input[type=file]').setInputFiles(upload('noch einmal.csv'))
  await page.getByLabel('Date format').selectOption('Day, month, year')
  await page.getByRole('button', { name: 'Preview all rows' }).click()
  await expect(page.getByText(/^Rows: 0 new, 0 changed/)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Import 0 invoices' })).toBeDisabled()
})

test('the roles of further addresses are imported, and a row with another word is refused with the words allowed', async ({
  page,
  request,
}) => {
  const company = await openCompany(request, 'Roles Imported')
  await openAs(page, company, '/imports?kind=customers')
  const csv = [
    'Name,Email,Other emails,Roles of other emails',
    'Harbor Foods,a@harbor.test,"ap@harbor.test, cfo@harbor.test","billing, receipts"',
    'Old Mill,a@mill.test,b@mill.test,boss',
  ].join('\n')
  await page.locator('input[type=file]').setInputFiles(upload('roles.csv', csv))
  await expect(page.getByLabel('Roles of other emails imports as')).toHaveValue('email_roles')
  await expect(page.getByRole('main')).toContainText('billing, copy, receipts: one for each other email')
  await axeCheck(page)
  await screens(page, 'import-customers-mapping')
  await page.getByRole('button', { name: 'Preview all rows' }).click()
  const rows = page.getByRole('table', { name: 'Rows' })
  await expect(rows.getByRole('row', { name: /Old Mill/ })).toContainText(
    '“boss” isn’t a role. Use billing, copy or receipts.',
  )
  await screens(page, 'import-customers-preview')
  await page.getByRole('button', { name: 'Import 1 customer' }).click()
  const found = async () =>
    (await inCompany<{ results: { pk: string }[] }>(request, company, 'GET', 'customers/')).results
  await expect.poll(async () => (await found()).length).toBe(1)
  expect(await inCompany(request, company, 'GET', `customers/${(await found())[0]!.pk}/`)).toMatchObject({
    emails: ['ap@harbor.test', 'cfo@harbor.test'],
    email_roles: [{ email: 'cfo@harbor.test', role: 'receipts' }],
  })
})
