import { readFile } from 'node:fs/promises'
import type { APIRequestContext, Download, Page } from '@playwright/test'
import { unzipSync } from 'fflate'
import { axeCheck, expect, screens, test } from '../fixtures.ts'
import { addCustomer, inCompany, openCompany, sendInvoice } from '../steps/company.ts'
import { openAs } from '../steps/log-in.ts'

async function filesOf(archive: Download): Promise<string[]> {
  expect(archive.suggestedFilename()).toMatch(/^Invoices \d{4}-\d\d-\d\d\.zip$/)
  return Object.keys(unzipSync(await readFile(await archive.path())))
}

/** Opens the list of 27 invoices, more than a page holds, of which one is void. Returns the void one. */
async function openMany(page: Page, request: APIRequestContext, name: string): Promise<{ number: string }> {
  const company = await openCompany(request, name)
  const harbor = await addCustomer(request, company, 'Harbor Foods')
  const kissa = await addCustomer(request, company, 'Kissa Oy')
  for (let n = 0; n < 26; n += 1) await sendInvoice(request, company, n % 2 ? harbor : kissa, `${n + 10}.00`)
  const odd = await sendInvoice(request, company, harbor, '7.00')
  await inCompany(request, company, 'POST', `invoices/${odd.pk}/void/`, { reason: 'sent twice' })
  await openAs(page, company, '/invoices')
  return odd
}

const parts = (page: Page) => ({
  table: page.getByRole('table', { name: 'Invoices' }),
  bar: page.getByRole('region', { name: 'Selection' }),
})

async function chooseAll(page: Page): Promise<void> {
  const { table, bar } = parts(page)
  await table.getByRole('checkbox', { name: 'Select all' }).check()
  await bar.getByRole('button', { name: 'Select all 27' }).click()
  await expect(bar).toContainText('27 selected')
}

test('a clerk sends many invoices at once, and reads which were left out and why', {
  tag: '@gate',
}, async ({ page, request }) => {
  test.slow()
  const odd = await openMany(page, request, 'Many At Once Ltd')
  await chooseAll(page)
  await screens(page, 'invoices-selected')
  await parts(page).bar.getByRole('button', { name: 'Send', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Send 27 invoices' })
  await expect(dialog).toContainText('26 of 27 selected invoices')
  await expect(dialog).toContainText('Left out: 1 void or written off (Harbor Foods).')
  await dialog.getByLabel('Message').fill('A copy for your books.')
  await axeCheck(page)
  await screens(page, 'invoices-send-many')
  await dialog.getByRole('button', { name: 'Send 26 invoices' }).click()
  await expect(dialog).toBeHidden()
  await expect(page.getByText(/^(Sending invoices|26 invoices sent)$/)).toBeVisible()
  await page.reload()
  await expect(page.getByText('26 invoices sent')).toBeVisible({ timeout: 60_000 })
  await expect(page.getByText(`Left out: ${odd.number} (void or written off)`)).toBeVisible()
  await axeCheck(page)
  await screens(page, 'invoices-run-ended')
  await page.getByRole('button', { name: 'Dismiss' }).click()
  await expect(page.getByText('Left out:')).toHaveCount(0)
})

test('the PDFs of many invoices come as one archive, also after a reload and once more', async ({
  page,
  request,
}) => {
  test.slow()
  await openMany(page, request, 'Many Papers Ltd')
  await chooseAll(page)
  const coming = page.waitForEvent('download')
  await parts(page).bar.getByRole('button', { name: 'PDFs' }).click()
  await expect(page.getByText(/^(Preparing PDFs|The PDFs of 27 invoices are ready)$/)).toBeVisible()
  // The archive comes although the page was left meanwhile, and once more when it is asked for.
  await page.reload()
  expect(await filesOf(await coming)).toHaveLength(27)
  await expect(page.getByText('The PDFs of 27 invoices are ready')).toBeVisible()
  const note = (await page.getByRole('status').filter({ hasText: 'are ready' }).boundingBox())!
  const views = (await page.getByRole('navigation', { name: 'Invoices shown' }).boundingBox())!
  expect(views.y - note.y - note.height, 'distance of the note from the views').toBeGreaterThanOrEqual(12)
  await axeCheck(page)
  await screens(page, 'invoices-pdfs-ready')
  const again = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download ZIP' }).click()
  expect(await filesOf(await again)).toHaveLength(27)
  await page.getByRole('button', { name: 'Dismiss' }).click()
  await expect(page.getByText('The PDFs of 27 invoices are ready')).toHaveCount(0)
})

test('a clerk voids and writes off many invoices at once, and undoes the write-offs', async ({
  page,
  request,
}) => {
  test.slow()
  await openMany(page, request, 'Many Ends Ltd')
  const { table, bar } = parts(page)
  await page.goto('/invoices?search=Kissa')
  await table.getByRole('checkbox', { name: 'Select all' }).check()
  await bar.getByRole('button', { name: 'Void' }).click()
  const voiding = page.getByRole('dialog', { name: 'Void 13 invoices' })
  await voiding.getByLabel('Reason').fill('Contract ended')
  await voiding.getByRole('button', { name: 'Void 13 invoices' }).click()
  await expect(page.getByText('13 invoices voided')).toBeVisible({ timeout: 60_000 })
  await page.goto('/invoices?view=void')
  await expect(table.getByRole('row')).toHaveCount(15)

  await page.goto('/invoices?search=Harbor&view=open')
  await table.getByRole('checkbox', { name: 'Select all' }).check()
  await expect(bar.getByRole('button', { name: 'Undo write-off' })).toHaveCount(0)
  await bar.getByRole('button', { name: 'Write off' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Write off 13 invoices' }).click()
  await expect(page.getByText('13 invoices written off')).toBeVisible({ timeout: 60_000 })
  await page.goto('/invoices?search=Harbor')
  await table.getByRole('checkbox', { name: 'Select all' }).check()
  await bar.getByRole('button', { name: 'Undo write-off' }).click()
  const undoing = page.getByRole('dialog', { name: 'Undo the write-off of 14 invoices' })
  await expect(undoing).toContainText('Left out: 1 not written off')
  await screens(page, 'invoices-undo-write-offs')
  await undoing.getByRole('button', { name: 'Undo the write-off of 13 invoices' }).click()
  await expect(page.getByText('Write-off undone for 13 invoices')).toBeVisible({ timeout: 60_000 })
})
