import type { Page } from '@playwright/test'

export type Change = (answer: Record<string, unknown>) => Record<string, unknown>

/** Opens the page again with an answer of the server that was changed on its way. */
export async function standsAs(page: Page, path: string, change: Change): Promise<void> {
  await asItIs(page)
  await changeAnswers(page, path, change)
  await page.reload()
}

/** Whoever looks at the page has this role from now on, as far as the page is told. */
export const standsAsRole = (page: Page, role: 'advisor' | 'viewer'): Promise<void> =>
  standsAs(page, '**/api/accounts/?*', (list) => ({
    ...list,
    results: (list.results as object[]).map((one) => ({ ...one, role })),
  }))

export async function changeAnswers(page: Page, path: string, change: Change): Promise<void> {
  await page.route(path, async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, json: change(await response.json()) })
  })
}

/** What was asked for by then is answered first: a page that polls may always have a request on its way. */
export const asItIs = (page: Page): Promise<void> => page.unrouteAll({ behavior: 'wait' })
