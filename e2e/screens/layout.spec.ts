import { randomUUID } from 'node:crypto'
import type { APIRequestContext, Locator } from '@playwright/test'
import { expect, screens, test } from '../fixtures.ts'
import { addCustomer, type Company, inCompany, openCompany, sendInvoice, todayOf } from '../steps/company.ts'
import { openAs } from '../steps/log-in.ts'
import { enrollCustomer, signInToPortal } from '../steps/portal.ts'

/** Describes which parts of the page overflow on the right, for the failure message. */
const findOverflowing = (part: Locator): Promise<string[]> =>
  part.evaluate((element) => {
    const edge = element.getBoundingClientRect().right + 0.5
    return [...element.querySelectorAll('*')]
      .filter((one) => one.getBoundingClientRect().right > edge)
      .map((one) => `${one.tagName} ${one.textContent?.slice(0, 40)}`)
  })

/** Returns the distance from the end of one element's text to the beginning of another's, in pixels. */
const gapBetween = async (left: Locator, right: Locator): Promise<number> => {
  const edge = (element: Locator, side: 'left' | 'right') =>
    element.evaluate((one, name) => {
      const words = document.createRange()
      words.selectNodeContents(one)
      return words.getBoundingClientRect()[name]
    }, side)
  return (await edge(right, 'left')) - (await edge(left, 'right'))
}

test('the portal’s credit memos don’t overflow their column with many pages and long figures', async ({
  page,
  request,
}) => {
  test.slow()
  const company = await openCompany(request, 'Narrow Column Ltd')
  const customer = await addCustomer(request, company, 'Harbor Foods')
  const issued_on = await todayOf(request, company)
  for (let at = 0; at < 37; at += 1)
    await inCompany(request, company, 'POST', 'credit-memos/', {
      customer: customer.pk,
      issued_on,
      total: at === 36 ? '12345678901.23' : '1234.00',
      ...(at === 36 && { number: 'CREDIT-2026-NOVEMBER-RETURNED-PALLETS' }),
      request_id: randomUUID(),
    })
  await enrollCustomer(request, company, customer)
  await signInToPortal(page, company, customer)
  const memos = page.getByRole('region', { name: 'Credit Memos' })
  await expect(memos.getByText('1–5 of 37')).toBeVisible()
  for (const width of [1280, 1024, 800, 700, 390]) {
    await page.setViewportSize({ width, height: 800 })
    expect(await findOverflowing(memos), `at ${width} px`).toEqual([])
  }
  const long = memos.getByRole('row', { name: /RETURNED-PALLETS/ })
  for (const figure of ['Total', 'Remaining'])
    await expect(long.getByText(figure, { exact: true }), 'a card labels its figures').toBeVisible()
  await page.setViewportSize({ width: 1280, height: 800 })
  await memos.getByRole('button', { name: 'Page 8' }).click()
  await expect(memos.getByText('36–37 of 37')).toBeVisible()
  expect(await findOverflowing(memos)).toEqual([])
  await screens(page, 'portal-home-memos')
})

test('a text column keeps its distance from the figures on its left', async ({ page, request }) => {
  const company = await openCompany(request, 'Wide Table Ltd')
  const customer = await addCustomer(request, company, 'Harbor Foods')
  await sendInvoice(request, company, customer, '100.00', 120)
  await page.setViewportSize({ width: 1440, height: 900 })
  await openAs(page, company, '/customers')
  const list = page.getByRole('table', { name: 'Customers' })
  const row = list.getByRole('row', { name: /Harbor Foods/ })
  await expect(row).toContainText('90 days')
  const head = (name: string) => list.getByRole('columnheader', { name })
  expect(await gapBetween(head('Avg. days past due'), head('Portal'))).toBeGreaterThanOrEqual(32)
  const cells = row.getByRole('cell')
  expect(await gapBetween(cells.nth(4), cells.nth(5))).toBeGreaterThanOrEqual(32)
  await screens(page, 'customers-wide')
})

test('a dialog does not shift a short page when scroll bars take up space', async ({
  playwright,
  browserName,
  baseURL,
  request,
}, { project }) => {
  const { launchOptions = {}, channel } = project.use
  const browser = await playwright[browserName].launch({
    ...launchOptions,
    ...(channel && { channel }),
    ...(browserName === 'chromium' && { ignoreDefaultArgs: ['--hide-scrollbars'] }),
  })
  try {
    const page = await browser.newPage({ baseURL: baseURL!, viewport: { width: 1280, height: 800 } })
    const company = await openCompany(request, 'Short Page Ltd')
    await openAs(page, company, '/customers')
    await expect(page.getByRole('heading', { name: 'Customers', level: 1 })).toBeVisible()
    const edges = () =>
      page.evaluate(() => {
        const { left, right } = document.querySelector('main')!.getBoundingClientRect()
        return { left, right, room: window.innerWidth - right }
      })
    const before = await edges()
    expect(before.room, 'width of the scroll bar').toBeGreaterThan(0)
    await page.getByRole('button', { name: 'New customer' }).first().click()
    await expect(page.getByRole('dialog')).toBeVisible()
    expect(await edges()).toEqual(before)
  } finally {
    await browser.close()
  }
})

const LONG_NAME = `Larkspur Hotel Group, Restaurants, Bars and Catering of ${'Greater '.repeat(6)}Boston`

/** Creates invoices in every state for three customers, with payments and credit memos. */
async function fillLists(request: APIRequestContext, company: Company) {
  const issued_on = await todayOf(request, company)
  for (const name of ['Al', 'Harbor Foods', LONG_NAME]) {
    const customer = await addCustomer(request, company, name)
    const amount = name === 'Al' ? '1234567.89' : '9.50'
    const invoices = []
    for (let at = 0; at < 4; at += 1)
      invoices.push(await sendInvoice(request, company, customer, amount, at * 40))
    await inCompany(request, company, 'POST', `invoices/${invoices[0]!.pk}/void/`, {
      reason: 'Ordered twice',
    })
    await inCompany(request, company, 'POST', `invoices/${invoices[0]!.pk}/duplicate/`)
    await inCompany(request, company, 'POST', 'payments/', {
      customer: customer.pk,
      type: name === 'Al' ? 'cash' : 'bank_transfer',
      total: amount,
      received_on: issued_on,
      request_id: randomUUID(),
    })
    await inCompany(request, company, 'POST', 'credit-memos/', {
      customer: customer.pk,
      issued_on,
      total: amount,
      reason: name === 'Al' ? '' : 'Pallets that came back damaged, agreed on the phone with the driver',
      request_id: randomUUID(),
    })
  }
}

/** Returns the left edge of each visible column heading by its name. */
const columnEdges = (list: Locator): Promise<Record<string, number>> =>
  list
    .getByRole('columnheader')
    .evaluateAll((heads) =>
      Object.fromEntries(
        heads
          .filter((head) => head.getBoundingClientRect().width > 0)
          .map((head) => [head.textContent!.replace(/ [A-Z]{3}$/, ''), head.getBoundingClientRect().left]),
      ),
    )

/** Waits until the requested rows are shown. */
async function expectRows(list: Locator): Promise<void> {
  await expect(list.getByRole('rowheader').first()).toBeVisible()
  await expect(list).toHaveAttribute('aria-busy', 'false')
}

const LISTS = [
  {
    name: 'Invoices',
    path: '/invoices',
    tabs: ['Open', 'Drafts', 'Void', 'Paid'],
    sorts: ['Customer', 'Remaining'],
    pages: ['Page 2', 'Page 3'],
  },
  { name: 'Customers', path: '/customers', tabs: ['Owing'], sorts: ['Customer', 'Balance'], pages: [] },
  {
    name: 'Payments',
    path: '/payment-processing',
    tabs: ['Confirmed'],
    sorts: ['Customer', 'Amount'],
    pages: [],
  },
  { name: 'Credit memos', path: '/credit-memos', tabs: [], sorts: ['Customer', 'Total'], pages: [] },
]

test('the columns of a list keep their positions on every tab, sort and page, and no figure is cut off', async ({
  page,
  request,
}) => {
  test.slow()
  const company = await openCompany(request, 'Steady Column Ltd')
  await fillLists(request, company)
  await openAs(page, company, '/')
  for (const { name, path, tabs, sorts, pages } of LISTS) {
    await page.goto(`${path}?page_size=5`)
    const list = page.getByRole('table', { name, exact: true })
    await expectRows(list)
    const edges = await columnEdges(list)
    expect(Object.keys(edges).length).toBeGreaterThan(3)
    for (const button of pages) {
      await page.getByRole('button', { name: button, exact: true }).click()
      await expect(page).toHaveURL(new RegExp(`page=${button.slice(-1)}`))
      await expectRows(list)
      expect(await columnEdges(list), `${name}, ${button}`).toEqual(edges)
    }
    for (const sort of sorts)
      for (const direction of ['ascending', 'descending']) {
        const heading = list.getByRole('columnheader', { name: sort })
        await heading.getByRole('button').click()
        await expect(heading).toHaveAttribute('aria-sort', direction)
        await expectRows(list)
        expect(await columnEdges(list), `${name} by ${sort}, ${direction}`).toEqual(edges)
      }
    for (const tab of tabs) {
      const link = page.getByRole('navigation', { name: `${name} shown` }).getByRole('link', { name: tab })
      await link.click()
      await expect(link).toHaveAttribute('aria-current', 'page')
      await expectRows(list)
      expect(await columnEdges(list), `${name}, ${tab}`).toEqual(edges)
    }
    await page.goto(path)
    await expectRows(list)
    for (const width of [1440, 1280, 1024, 820, 700]) {
      await page.setViewportSize({ width, height: 800 })
      expect(await findOverflowing(list), `${name} at ${width} px`).toEqual([])
      expect(await findCutFigures(list), `${name} at ${width} px`).toEqual([])
    }
    for (const width of [390, 320]) {
      await page.setViewportSize({ width, height: 800 })
      const overhang = () => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
      await expect.poll(overhang, { message: `${name} at ${width} px` }).toBeLessThanOrEqual(0)
    }
    await page.setViewportSize({ width: 1280, height: 800 })
    await expect(list.getByTitle(LONG_NAME).first()).toHaveCSS('text-overflow', 'ellipsis')
    await screens(page, `list-${path.slice(1)}`)
  }
})

/** Returns the texts that are wider than their cell and have no ellipsis. */
const findCutFigures = (list: Locator): Promise<string[]> =>
  list.locator('tbody td').evaluateAll((cells) =>
    cells.flatMap((cell) => {
      const box = cell.getBoundingClientRect()
      const words = document.createRange()
      words.selectNodeContents(cell)
      const text = words.getBoundingClientRect()
      const isOut = text.left < box.left - 0.5 || text.right > box.right + 0.5
      const isWordsWithEllipsis = getComputedStyle(cell).textOverflow === 'ellipsis'
      return box.width > 0 && isOut && !isWordsWithEllipsis ? [cell.textContent ?? ''] : []
    }),
  )

test('column headings and the editor’s buttons stay below the top bar while the page scrolls', async ({
  page,
  request,
}) => {
  test.slow()
  const company = await openCompany(request, 'Sticky Head Ltd')
  const customer = await addCustomer(request, company, 'Harbor Foods')
  for (let at = 0; at < 12; at += 1) await sendInvoice(request, company, customer, '10.00')
  await page.setViewportSize({ width: 1280, height: 500 })
  await openAs(page, company, '/invoices')
  const barEnd = () =>
    page.locator('[data-app-top]').evaluate((bar) => Math.round(bar.getBoundingClientRect().bottom))
  const topOf = (part: Locator) => part.evaluate((one) => Math.round(one.getBoundingClientRect().top))
  const list = page.getByRole('table', { name: 'Invoices' })
  await expect(list.getByRole('rowheader')).toHaveCount(12)
  await page.evaluate(() => window.scrollTo(0, 300))
  await expect.poll(() => topOf(list.getByRole('columnheader').first())).toBe(await barEnd())

  await page.goto('/invoice-view')
  const send = page.getByRole('button', { name: 'Send invoice' })
  await expect(send).toBeVisible()
  await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight))
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBeGreaterThan(100)
  expect(await topOf(send)).toBeGreaterThanOrEqual(await barEnd())
})

test('the lines of an invoice are aligned with the page’s heading', async ({ page, request }) => {
  const company = await openCompany(request, 'Straight Edge Ltd')
  const customer = await addCustomer(request, company, 'Harbor Foods')
  const invoice = await sendInvoice(request, company, customer, '100.00')
  await openAs(page, company, `/invoices/${invoice.pk}`)
  const lines = page.getByRole('region', { name: 'Lines' })
  const startOf = (part: Locator) =>
    part.evaluate((one) => {
      const words = document.createRange()
      words.selectNodeContents(one)
      return Math.round(words.getBoundingClientRect().left)
    })
  for (const width of [1440, 1280, 1024, 800, 390]) {
    await page.setViewportSize({ width, height: 800 })
    expect(await startOf(lines.getByText('Hot cups, 12 oz')), `at ${width} px`).toBe(
      await startOf(page.getByRole('heading', { level: 1 })),
    )
  }
  await page.setViewportSize({ width: 1024, height: 800 })
  await screens(page, 'invoice-1024')
})
