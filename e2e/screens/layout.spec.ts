import { randomUUID } from 'node:crypto'
import type { Locator } from '@playwright/test'
import { addCustomer, inCompany, openCompany, sendInvoice, todayOf } from '../steps/company.ts'
import { enrolCustomer, signInToPortal } from '../steps/portal.ts'
import { openAs } from '../steps/signing-in.ts'
import { expect, screens, test } from '../support.ts'

/** What of a part of the page stands out on its right, in words for whoever reads the failure. */
const standingOut = (part: Locator): Promise<string[]> =>
  part.evaluate((element) => {
    const edge = element.getBoundingClientRect().right + 0.5
    return [...element.querySelectorAll('*')]
      .filter((one) => one.getBoundingClientRect().right > edge)
      .map((one) => `${one.tagName} ${one.textContent?.slice(0, 40)}`)
  })

/** From the end of the words in one element to the beginning of those in another, in pixels. */
const gapBetween = async (left: Locator, right: Locator): Promise<number> => {
  const edge = (element: Locator, side: 'left' | 'right') =>
    element.evaluate((one, name) => {
      const words = document.createRange()
      words.selectNodeContents(one)
      return words.getBoundingClientRect()[name]
    }, side)
  return (await edge(right, 'left')) - (await edge(left, 'right'))
}

test('the portal’s credit memos stay in their column, however many pages and figures they have', async ({
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
  await enrolCustomer(request, company, customer)
  await signInToPortal(page, company, customer)
  const memos = page.getByRole('region', { name: 'Credit Memos' })
  await expect(memos.getByText('1–5 of 37')).toBeVisible()
  for (const width of [1280, 1024, 800, 700, 390]) {
    await page.setViewportSize({ width, height: 800 })
    expect(await standingOut(memos), `at ${width} px`).toEqual([])
  }
  const long = memos.getByRole('row', { name: /RETURNED-PALLETS/ })
  for (const figure of ['Total', 'Remaining'])
    await expect(long.getByText(figure, { exact: true }), 'a card says which figure it is').toBeVisible()
  await page.setViewportSize({ width: 1280, height: 800 })
  await memos.getByRole('button', { name: 'Page 8' }).click()
  await expect(memos.getByText('36–37 of 37')).toBeVisible()
  expect(await standingOut(memos)).toEqual([])
  await screens(page, 'portal-home-memos')
})

test('in a list, words that follow a column of figures stand apart from it', async ({ page, request }) => {
  const company = await openCompany(request, 'Wide Table Ltd')
  const customer = await addCustomer(request, company, 'Harbor Foods')
  await sendInvoice(request, company, customer, '100.00', 120)
  await page.setViewportSize({ width: 1440, height: 900 })
  await openAs(page, company, '/customers')
  const list = page.getByRole('table', { name: 'Customers' })
  const row = list.getByRole('row', { name: /Harbor Foods/ })
  await expect(row).toContainText('90 on average')
  const head = (name: string) => list.getByRole('columnheader', { name })
  expect(await gapBetween(head('Days past due'), head('Portal'))).toBeGreaterThanOrEqual(32)
  const cells = row.getByRole('cell')
  expect(await gapBetween(cells.nth(2), cells.nth(3))).toBeGreaterThanOrEqual(32)
  await screens(page, 'customers-wide')
})

test('a dialog moves nothing on a short page, where scroll bars take room', async ({
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
    expect(before.room, 'of a scroll bar').toBeGreaterThan(0)
    await page.getByRole('button', { name: 'New customer' }).first().click()
    await expect(page.getByRole('dialog')).toBeVisible()
    expect(await edges()).toEqual(before)
  } finally {
    await browser.close()
  }
})
