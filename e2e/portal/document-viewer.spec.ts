import { axeCheck, expect, screens, test } from '../fixtures.ts'
import { addCustomer, openCompany, PASSWORD, sendInvoice } from '../steps/company.ts'
import { openAs } from '../steps/log-in.ts'
import { enrollCustomer, portalOf, signInToPortal } from '../steps/portal.ts'

test('the document viewer shows an invoice’s PDF to the company and its customer, and nothing else', async ({
  page,
  request,
  browser,
  watch,
}) => {
  test.slow()
  const company = await openCompany(request, 'Plain Paper Ltd')
  const customer = await addCustomer(request, company, 'Harbor Foods')
  const invoice = await sendInvoice(request, company, customer, '50.00')
  await openAs(page, company, `/invoices/${invoice.pk}`)
  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: 'View PDF', exact: true }).click()
  await expect(page).toHaveURL(/\/document-viewer\?pdf_url=/)
  const first = page.getByRole('figure', { name: 'Page 1' })
  await expect(first).toContainText(invoice.number)
  await expect(first).toContainText('Harbor Foods')
  const drawn = () =>
    first.locator('canvas').evaluate((canvas: HTMLCanvasElement) => {
      const { data } = canvas.getContext('2d')!.getImageData(0, 0, canvas.width, canvas.height)
      return data.some((value, index) => index % 4 !== 3 && value < 100)
    })
  expect(await drawn(), 'the canvas has dark pixels').toBe(true)
  await expect(page.getByText('1 page')).toBeVisible()
  await axeCheck(page)
  await screens(page, 'document-viewer')
  await page.getByRole('button', { name: 'Larger' }).click()
  await expect(page.getByText('125%')).toBeVisible()
  const saving = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download' }).click()
  expect((await saving).suggestedFilename()).toContain(invoice.number)
  const here = page.url()

  for (const address of ['https://evil.test/a.pdf', '/api/profile/', 'javascript:alert(1)', '']) {
    await page.goto(`/document-viewer?pdf_url=${encodeURIComponent(address)}`)
    await expect(page.getByRole('heading', { name: 'Document not found' })).toBeVisible()
  }
  await screens(page, 'document-viewer-none')

  const context = await browser.newContext()
  await watch(context)
  const stranger = await context.newPage()
  await stranger.goto(here)
  await expect(stranger.getByRole('heading', { name: 'Log in to see this document' })).toBeVisible()
  await stranger.getByRole('link', { name: 'Log in' }).click()
  await stranger.getByLabel('Email').fill(company.email)
  await stranger.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await stranger.getByRole('button', { name: 'Log in' }).click()
  await expect(stranger.getByRole('figure', { name: 'Page 1' })).toContainText(invoice.number)
  expect(new URL(stranger.url()).searchParams.get('account')).toBe(company.accountId)
  const file = `**${new URL(here).searchParams.get('pdf_url')}`
  let release = () => {}
  const waiting = new Promise<void>((resolve) => {
    release = resolve
  })
  await stranger.route(file, (route) => waiting.then(() => route.continue()))
  await stranger.reload()
  const main = stranger.getByRole('main')
  await expect(main, 'while the document loads').toHaveAttribute('aria-busy', 'true')
  await expect(main.locator('*')).not.toHaveCount(0)
  await screens(stranger, 'document-viewer-waiting')
  release()
  await expect(main).toHaveAttribute('aria-busy', 'false')
  await stranger.evaluate(() => localStorage.setItem('email_verified', 'false'))
  await stranger.reload()
  await stranger.getByRole('link', { name: 'Check your email' }).click()
  await expect(stranger).not.toHaveURL(/document-viewer/)
  await context.close()

  await enrollCustomer(request, company, customer)
  const theirs = await browser.newContext()
  await watch(theirs)
  const portal = await theirs.newPage()
  await signInToPortal(portal, company, { email: customer.email })
  await portal.goto(`${portalOf(company)}/customer-portal-site?tab=2&invoice=${invoice.pk}`)
  await portal.getByRole('link', { name: 'View PDF' }).click()
  await expect(portal.getByRole('figure', { name: 'Page 1' })).toContainText(invoice.number)
  await screens(portal, 'document-viewer-portal')
  await theirs.close()
})
