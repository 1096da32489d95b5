import { grant } from '../firefox/prepare-pages.ts'
import { axeCheck, expect, productUrl, screens, test } from '../fixtures.ts'
import { addCustomer, inCompany, openCompany, sendInvoice } from '../steps/company.ts'
import { openAs, toast } from '../steps/log-in.ts'
import { enrollCustomer } from '../steps/portal.ts'
import { OTHER_WEBSITE, payInFrame, serveWebsites, signInToFrame, WEBSITE } from '../steps/website.ts'

test('a company renames its portal’s address and embeds the portal on its website, but no other website can', async ({
  page,
  request,
  context,
  expectConsole,
  browserName,
}) => {
  test.slow()
  expectConsole(/status of 40[04]/)
  // The browser’s message for a refused frame.
  expectConsole(/frame-ancestors|Framing '/)
  const company = await openCompany(request, 'Framed Goods')
  const customer = await addCustomer(request, company, 'Harbor Foods')
  const invoice = await sendInvoice(request, company, customer, '120.00')
  await enrollCustomer(request, company, customer)
  const second = await addCustomer(request, company, 'Harbor Hotels')
  await inCompany(request, company, 'POST', `customers/${second.pk}/customer-portal/invite/`, {
    email: customer.email,
  })
  const name = `framed-${company.accountId.slice(-10)}`
  const { port } = new URL(productUrl())

  await openAs(page, company, '/')
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Customer portal' }).click()
  await expect(page.getByRole('heading', { name: 'Customer portal', level: 1 })).toBeVisible()
  await page
    .getByRole('navigation', { name: 'Customer portal' })
    .getByRole('link', { name: 'Settings' })
    .click()
  await expect(page.getByRole('link', { name: 'Open portal' })).toHaveAttribute(
    'href',
    `http://${company.host}`,
  )
  // For a public website, a portal on this machine is in the local network.
  await grant(context, 'clipboard-read', 'clipboard-write', 'local-network-access')
  await page.getByRole('button', { name: 'Copy address' }).click()
  await expect(toast(page, 'Address copied')).toBeVisible()
  const save = page.getByRole('button', { name: 'Save changes' })
  await expect(save).toBeDisabled()
  const field = page.getByLabel('Portal address')
  const embedding = page.getByRole('switch', { name: 'Show the portal on your website' })

  await field.fill('www')
  await embedding.click()
  await save.click()
  const confirming = page.getByRole('dialog', { name: 'Change the portal’s address?' })
  await confirming.getByRole('button', { name: 'Change address' }).click()
  await expect(page.getByText('This address is reserved. Choose another one.')).toBeVisible()
  await expect(page.getByText('Enter the website that will show your portal.')).toBeVisible()
  await page.getByLabel('Website', { exact: true }).fill(`${WEBSITE}/account?tab=1`)
  await field.fill(name)
  await save.click()
  await expect(confirming).toContainText(`moves to ${name}.localhost:${port}`)
  await expect(confirming).toContainText(
    `For 180 days, ${company.host} and links in emails already sent lead there`,
  )
  await axeCheck(page)
  await screens(page, 'customer-portal-moving')
  await confirming.getByRole('button', { name: 'Change address' }).click()
  await expect(toast(page, 'Customer portal saved')).toBeVisible()
  await expect(page.getByLabel('Website', { exact: true })).toHaveValue(WEBSITE)
  const portal = `http://${name}.localhost:${port}`
  await expect(page.getByRole('link', { name: 'Open portal' })).toHaveAttribute('href', portal)
  const code = page.locator('pre')
  await expect(code).toContainText(`src="${portal}/customer-portal-site"`)
  await page.getByRole('button', { name: 'Copy code' }).click()
  await expect(toast(page, 'Code copied')).toBeVisible()
  const snippet = await page.evaluate(() => navigator.clipboard.readText())
  expect(snippet).toBe(await code.textContent())
  await axeCheck(page)
  await screens(page, 'customer-portal')

  await serveWebsites(page, () => snippet)
  await page.goto(`http://${company.host}/customer-portal-site-login`)
  await expect(page, 'the former address leads to the new one').toHaveURL(
    `${portal}/customer-portal-site-login`,
  )

  await page.goto(`${WEBSITE}/account`)
  await signInToFrame(page, customer.email)
  const frame = page.frameLocator('iframe')
  const owed = frame.getByRole('region', { name: 'Total Amount Owed' })
  await expect(owed).toBeVisible()
  await expect(frame.getByRole('banner').getByText('Framed Goods')).toHaveCount(0)
  await expect(frame.getByRole('button', { name: /Customer menu/ })).toHaveCount(0)
  await page.screenshot({ path: 'test-results/screens/portal-framed.png' })
  await payInFrame(page, invoice.number)
  await page.reload()
  await expect(owed, 'still signed in').toBeVisible()
  await frame.getByRole('button', { name: 'Switch Account' }).click()
  await frame
    .getByRole('dialog')
    .getByRole('radio', { name: /Harbor Hotels/ })
    .check()
  await frame.getByRole('dialog').getByRole('button', { name: 'Switch', exact: true }).click()
  await frame.getByRole('button', { name: 'Log Out' }).click()
  await expect(frame.getByRole('heading', { name: 'Log in' })).toBeVisible()

  const refused = page.waitForEvent('requestfailed', (one) => one.isNavigationRequest())
  await page.goto(`${OTHER_WEBSITE}/account`)
  expect((await refused).failure()?.errorText).toBe(
    browserName === 'firefox' ? 'NS_ERROR_CSP_FRAME_ANCESTOR_VIOLATION' : 'net::ERR_BLOCKED_BY_RESPONSE',
  )
  await expect(frame.getByLabel('Email')).toHaveCount(0)

  await page.addInitScript(denyStorage)
  await context.route('**/api/profile/framed-session/', async (route) => {
    await context.clearCookies()
    await route.continue()
  })
  await page.goto(`${WEBSITE}/account`)
  await signInToFrame(page, customer.email)
  await frame
    .getByRole('dialog', { name: 'Stay logged in' })
    .getByRole('button', { name: 'Allow storage' })
    .click()
  const disabled = frame.getByRole('dialog', { name: 'Site Storage is Disabled' })
  await expect(disabled.getByRole('link', { name: 'Open in a new tab' })).toHaveAttribute('target', '_blank')
  await disabled.getByRole('button', { name: 'Continue' }).click()
  await expect(owed).toBeVisible()
})

/** Makes the browser deny all storage to a page in another site's frame. */
function denyStorage(): void {
  if (window.top === window.self) return
  const refuse = () => {
    throw new DOMException('Access is denied for this document.', 'SecurityError')
  }
  for (const name of ['localStorage', 'sessionStorage']) Object.defineProperty(window, name, { get: refuse })
  navigator.locks.request = async () => refuse()
  document.requestStorageAccess = async () => refuse()
}
