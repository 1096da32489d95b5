import type { Page } from '@playwright/test'

export type Change = (body: Record<string, unknown>) => Record<string, unknown>

/** Reloads the page with a modified response of the server. Ends earlier modifications. */
export async function reloadWithResponse(page: Page, path: string, change: Change): Promise<void> {
  await restoreResponses(page)
  await changeResponses(page, path, change)
  await page.reload()
}

/** Reloads the page as if the user had this role. The server still uses the real role. */
export const reloadAsRole = (page: Page, role: 'advisor' | 'viewer'): Promise<void> =>
  reloadWithResponse(page, '**/api/accounts/?*', (list) => ({
    ...list,
    results: (list.results as object[]).map((one) => ({ ...one, role })),
  }))

/** Modifies the JSON of every response to requests that match `path`. */
export async function changeResponses(page: Page, path: string, change: Change): Promise<void> {
  await page.route(path, async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, json: change(await response.json()) })
  })
}

/** Ends all modifications, after the responses to pending requests: a polling page may always have one. */
export const restoreResponses = (page: Page): Promise<void> => page.unrouteAll({ behavior: 'wait' })
