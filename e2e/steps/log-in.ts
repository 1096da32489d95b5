import { expect, type Page } from '@playwright/test'
import { type Company, PASSWORD } from './company.ts'

/** Logs in at the login page, and waits for the dashboard. */
export async function logIn(page: Page, person: { email: string; password?: string }): Promise<void> {
  await page.goto('/login')
  await page.getByLabel('Email').fill(person.email)
  await page.getByLabel('Password', { exact: true }).fill(person.password ?? PASSWORD)
  await page.getByRole('button', { name: 'Log in' }).click()
  await expect(page.getByRole('heading', { name: 'Dashboard', level: 1 })).toBeVisible()
}

/** Logs in as the owner of a company and opens one of its pages. */
export async function openAs(page: Page, company: Company, path: string): Promise<void> {
  await logIn(page, company)
  if (path !== '/') await page.goto(path)
}

/** Logs out through the user menu. */
export async function logOut(page: Page): Promise<void> {
  const item = page.getByRole('menuitem', { name: 'Log Out' })
  // A page that is just being replaced takes its open menu with it.
  await expect(async () => {
    if (!(await item.isVisible())) await page.getByRole('button', { name: /user menu/ }).click()
    await item.click({ timeout: 5_000 })
  }).toPass()
  await expect(page).toHaveURL(/\/login/)
}

/** Locates the toast with this title. */
export const toast = (page: Page, title: string | RegExp) =>
  page.getByRole('status').or(page.getByRole('alert')).filter({ hasText: title })
