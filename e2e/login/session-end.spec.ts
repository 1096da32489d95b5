import type { Page } from '@playwright/test'
import { addCustomer, openCompany } from '../steps/company.ts'
import { enrolCustomer, portalOf, signInToPortal } from '../steps/portal.ts'
import { logIn } from '../steps/signing-in.ts'
import { axeCheck, expect, screens, test } from '../support.ts'

/** As the server's last token before the session's own end would be: shorter than all before it. */
const nearItsEnd = (page: Page): Promise<void> =>
  page.evaluate(() => {
    const [head, claims, seal] = (localStorage.getItem('auth-token') ?? '').split('.')
    const decoded = JSON.parse(atob(claims!.replaceAll('-', '+').replaceAll('_', '/')))
    const now = Math.floor(Date.now() / 1000)
    const short = btoa(JSON.stringify({ ...decoded, iat: now, exp: now + 240 }))
    localStorage.setItem('auth-token', [head, short.replace(/=+$/, ''), seal].join('.'))
    dispatchEvent(new StorageEvent('storage', { key: 'auth-token' }))
  })

const note = (page: Page) => page.getByRole('status').filter({ hasText: /you will be asked to log in again/ })

test('minutes before a session ends for good it says so, to staff and to customers, with the way to a new one', {
  tag: '@gate',
}, async ({ page, request }) => {
  const company = await openCompany(request, 'Last Orders Ltd')
  await logIn(page, company)
  await page.goto('/settings/profile')
  await page.waitForLoadState('networkidle')
  await expect(note(page)).toHaveCount(0)
  await nearItsEnd(page)
  await expect(note(page)).toBeVisible()
  await axeCheck(page)
  await screens(page, 'session-end')
  await note(page).getByRole('button', { name: 'Log in again now' }).click()
  await expect(page).toHaveURL(/\/login\?.*next=%2Fsettings%2Fprofile/)

  const customer = await addCustomer(request, company, 'Harbor Foods')
  await enrolCustomer(request, company, customer)
  await signInToPortal(page, company, customer)
  await page.waitForLoadState('networkidle')
  await nearItsEnd(page)
  await expect(note(page)).toBeVisible()
  await axeCheck(page)
  await screens(page, 'session-end-portal')
  await note(page).getByRole('button', { name: 'Log in again now' }).click()
  await expect(page).toHaveURL(new RegExp(`^${portalOf(company)}/customer-portal-site-login`))
})
