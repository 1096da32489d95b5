import { type APIRequestContext, type BrowserContext, expect, type Page } from '@playwright/test'
import { callApi } from './api.ts'
import { type Company, type Customer, inCompany, PASSWORD } from './company.ts'
import { linkTo, mailTo } from './mail.ts'

/** Subject of the email that invites a customer to the portal. */
export const INVITATION = /^Your invoices from .*, in one place$/

export const portalOf = (company: Company): string => `http://${company.host}`

/** Gives a customer a portal login, by invitation and enrollment through the API. */
export async function enrollCustomer(
  request: APIRequestContext,
  company: Company,
  customer: Customer,
): Promise<void> {
  await inCompany(request, company, 'POST', `customers/${customer.pk}/customer-portal/invite/`, {})
  const link = new URL(
    linkTo(await mailTo(request, customer.email, INVITATION), '/customer-portal-site-enrol'),
  )
  await callApi(request, 'POST', '/api/profile/enrol/', {
    host: company.host,
    body: { token: link.searchParams.get('token'), password1: PASSWORD, password2: PASSWORD },
  })
}

/** Signs in at the portal's login page, and waits for its Home tab. */
export async function signInToPortal(
  page: Page,
  company: Company,
  { email, password = PASSWORD }: { email: string; password?: string },
): Promise<void> {
  await page.goto(`${portalOf(company)}/customer-portal-site-login`)
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Log in' }).click()
  await expect(page.getByRole('region', { name: 'Total Amount Owed' })).toBeVisible()
}

/** Opens a tab of the portal by its link. */
export const openPortalTab = (page: Page, name: string): Promise<void> =>
  page.getByRole('navigation', { name: 'Portal' }).getByRole('link', { name, exact: true }).click()

/** Returns the portal's session token from the browser's storage. */
export const tokenOf = async (context: BrowserContext, company: Company): Promise<string> => {
  const { origins } = await context.storageState()
  const entries = origins.find(({ origin }) => origin === portalOf(company))?.localStorage ?? []
  const token = entries.find(({ name }) => name === 'auth-token')?.value
  if (!token) throw new Error('Nobody is signed in to the portal.')
  return token
}
