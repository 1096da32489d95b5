import type { Locator, Page } from '@playwright/test'
import { axeCheck, expect, screens, test } from '../fixtures.ts'
import { logIn } from '../steps/log-in.ts'

const PASSWORD = 'collect-what-is-owed'
const OWNER = { email: 'owner@brightwater.test', password: PASSWORD }
const VIEWER = { email: 'viewer@brightwater.test', password: PASSWORD }

const PAGES = [
  ['cash', 'Collected and invoiced'],
  ['collection', 'How well we collect'],
  ['sources', 'Collected by source'],
  ['aging', 'Aging over time'],
  ['debtors', 'Top debtors'],
  ['expected-cash', 'Expected cash'],
  ['next-days', 'Next seven days'],
] as const

/** Reports whose figures open lists of their own, with the heading of one. */
const BEHIND = [
  ['sources', /^Collected in twelve months: /],
  ['expected-cash', /^Expected in the week of /],
] as const

test('reports lead from the sidebar to charts, from charts to lists, and into files', async ({ page }) => {
  await logIn(page, OWNER)
  const small = page.getByRole('region', { name: 'Collected and invoiced' })
  await expect(small.getByRole('link', { name: /so far: Collected/ })).toBeVisible()
  await expect(page.getByRole('region', { name: 'How well we collect' })).toContainText('days')
  await axeCheck(page)
  await screens(page, 'dashboard-with-charts')
  await page.getByRole('navigation').getByRole('link', { name: 'Reports' }).click()
  await expect(page.getByRole('heading', { name: 'Reports', level: 1 })).toBeVisible()
  await axeCheck(page)
  await screens(page, 'reports')
  for (const [path, title] of PAGES) {
    await page.getByRole('main').getByRole('link', { name: title }).first().click()
    await expect(page).toHaveURL(new RegExp(`/reports/${path}`))
    await expect(page.getByRole('heading', { name: title, level: 1 })).toBeVisible()
    await expect(page.getByRole('table')).toBeVisible()
    await axeCheck(page)
    await screens(page, `report-${path}`)
    await page.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('link', { name: 'Reports' }).click()
  }

  await page.getByRole('main').getByRole('link', { name: 'Aging over time' }).click()
  const column = page.getByRole('figure').getByRole('link').nth(2)
  const name = (await column.getAttribute('aria-label'))!
  await column.focus()
  await expect(page.getByRole('figure').locator('p')).toContainText(name.split(':')[0]!)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/aging-by-customer\?on=\d{4}-\d\d-\d\d&currency=USD/)
  await expect(page.getByRole('table')).toBeVisible()
  await axeCheck(page)
  await screens(page, 'report-aging-by-customer')
  await page.getByRole('button', { name: 'Export' }).click()
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: 'CSV' }).click(),
  ])
  expect(file.suggestedFilename()).toMatch(/^Aging by customer.*\.csv$/)
  await page.getByRole('row').nth(1).getByRole('link').last().click()
  await expect(page).toHaveURL(/aging-by-customer\/list\?on=/)
  await expect(page.getByRole('table')).toContainText('in all')
  await axeCheck(page)
  await screens(page, 'behind-aging')
  for (const [report, figure] of BEHIND) {
    await page.goto(`/reports/${report}`)
    await page.getByRole('table').locator(`a[href*="/reports/${report}/list"]`).first().click()
    await expect(page.getByRole('heading', { name: figure, level: 1 })).toBeVisible()
    await expect(page.getByRole('table')).toContainText('in all')
    await axeCheck(page)
    await screens(page, `behind-${report}`)
  }
  await page.goto('/reports/nothing/list')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()

  await page.goto('/reports/nothing')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
})

/** The last amount in a text, in cents; 0 without one. */
const centsIn = (text: string): number =>
  Math.round(
    Number(
      text
        .match(/-?\$?[\d,]+\.\d\d/g)
        ?.at(-1)
        ?.replace(/[$,]/g, '') ?? 0,
    ) * 100,
  )

const amountsOf = (links: Locator): Promise<[text: string, href: string][]> =>
  links.evaluateAll((all) => all.map((link) => [link.textContent ?? '', link.getAttribute('href') ?? '']))

/** Returns the sum of the list at an address, in cents. */
async function totalOf(page: Page, href: string): Promise<number> {
  await page.goto(href)
  if (href.startsWith('/reports/')) {
    const total = page.getByRole('table').getByRole('row').last()
    await expect(total).toContainText('in all')
    return centsIn((await total.textContent()) ?? '')
  }
  await expect(page.getByRole('main').getByText(/^[\d,]+ (of [\d,]+ )?(invoice|payment)s?$/)).toBeVisible()
  const sum = page.getByRole('main').getByText(/^(Remaining|Total) \S+\d$/)
  return (await sum.count()) === 0 ? 0 : centsIn((await sum.first().textContent()) ?? '')
}

test('the lists behind the amounts of the dashboard and of each month add up to them', async ({ page }) => {
  test.slow()
  await logIn(page, VIEWER)
  const region = (name: string | RegExp) => page.getByRole('region', { name })
  await expect(region('Next seven days').locator('li a').first()).toBeVisible()
  const figures = [
    ...(await amountsOf(region(/^Total owed/).getByRole('link'))),
    ...(await amountsOf(region('Top debtors').locator('td a'))),
    ...(await amountsOf(region('Next seven days').locator('li a'))),
  ]
  await page.goto('/reports/cash')
  const months = page.getByRole('table').getByRole('row')
  await expect(months.last()).toBeVisible()
  figures.push(...(await amountsOf(months.locator('a[href*="/list?"]'))))
  await page.goto('/reports/expected-cash')
  await expect(page.getByRole('table').locator('a').first()).toBeVisible()
  figures.push(...(await amountsOf(page.getByRole('table').locator('a'))))
  expect(figures.length).toBeGreaterThan(40)
  for (const [text, href] of figures)
    expect(await totalOf(page, href), `${href} adds up to '${text}'`).toBe(centsIn(text))
})

test('a viewer reads reports and exports none', async ({ page }) => {
  await logIn(page, VIEWER)
  await page.goto('/reports/cash')
  await expect(page.getByRole('table')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Export' })).toHaveCount(0)
})

test('on a phone the dashboard begins with what to do next, and a wide report keeps its total in sight', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await logIn(page, VIEWER)
  const top = async (name: string | RegExp) =>
    (await page.getByRole('region', { name }).first().boundingBox())!.y
  await expect(page.getByRole('region', { name: 'Do next' })).toContainText(/Send \d+ drafts.*\$[\d,]+\.\d\d/)
  expect(await top('Do next')).toBeLessThan(await top(/^Total owed/))
  for (const path of ['aging', 'aging-by-customer', 'debtors']) {
    await page.goto(`/reports/${path}`)
    const table = page.getByRole('table')
    await expect(table.getByRole('columnheader', { name: 'Owed', exact: true })).toBeVisible()
    const { right } = await table
      .locator('tbody tr td:last-child')
      .first()
      .evaluate((cell) => cell.getBoundingClientRect().toJSON() as DOMRect)
    expect(right, `${path}: the total is within the screen`).toBeLessThanOrEqual(390)
  }
})
