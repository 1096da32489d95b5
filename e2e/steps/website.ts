import { expect, type Page } from '@playwright/test'
import { PASSWORD } from './company.ts'
import { expectThanks } from './paying.ts'

/*
 * The product starts no HTTPS server for these websites, so the tests fulfill requests for their pages.
 * Framed pages come from the product.
 */
export const WEBSITE = 'https://shop.example.test'
export const OTHER_WEBSITE = 'https://evil.example.test'

export async function serveWebsites(page: Page, snippet: () => string): Promise<void> {
  for (const website of [WEBSITE, OTHER_WEBSITE])
    await page.context().route(`${website}/**`, (route) =>
      route.fulfill({
        contentType: 'text/html',
        body: `<!doctype html><html lang="en"><title>A shop</title><link rel="icon" href="data:,"><h1>Your account</h1>${snippet()}</html>`,
      }),
    )
}

/** Signs in to the portal in the page's frame. */
export async function signInToFrame(page: Page, email: string): Promise<void> {
  const frame = page.frameLocator('iframe')
  await frame.getByLabel('Email').fill(email)
  await frame.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await frame.getByRole('button', { name: 'Log in' }).click()
}

/** Opens an invoice and its PDF in the page's frame, and pays it in the PayPal popup. */
export async function payInFrame(page: Page, number: string): Promise<void> {
  const frame = page.frameLocator('iframe')
  await frame.getByRole('link', { name: 'Invoices', exact: true }).click()
  await frame
    .getByRole('row', { name: new RegExp(number) })
    .getByRole('link')
    .first()
    .click()
  await frame.getByRole('link', { name: 'View PDF' }).click()
  await expect(frame.getByRole('figure', { name: 'Page 1' })).toContainText('Framed Goods')
  await frame.getByRole('banner').getByRole('link').first().click()
  await frame.getByRole('button', { name: 'Pay Invoice' }).click()
  await frame.getByRole('tab', { name: 'PayPal' }).click()
  const opened = page.waitForEvent('popup')
  await frame.getByRole('button', { name: 'Pay with PayPal' }).click()
  await (await opened).getByRole('button', { name: 'Approve payment' }).click()
  await expectThanks(frame.locator('body'))
}
