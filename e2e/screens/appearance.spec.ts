import type { Page } from '@playwright/test'
import { addDays } from '../../domain/dates/calendar.ts'
import { expect, screens, test } from '../fixtures.ts'
import {
  addCustomer,
  inCompany,
  openBilledCompany,
  openCompany,
  payLinkOf,
  sendInvoice,
  todayOf,
} from '../steps/company.ts'
import { openAs } from '../steps/log-in.ts'
import { expectThanks, fillCard, pay } from '../steps/paying.ts'
import { portalOf } from '../steps/portal.ts'

/** Returns a PNG of 360 by 60 pixels in one color. */
async function drawWideLogo(page: Page): Promise<Buffer> {
  const url = await page.evaluate(() => {
    const canvas = document.createElement('canvas')
    canvas.width = 360
    canvas.height = 60
    const pen = canvas.getContext('2d')!
    pen.fillStyle = '#0e6553'
    pen.fillRect(0, 0, 360, 60)
    return canvas.toDataURL('image/png')
  })
  return Buffer.from(url.split(',')[1]!, 'base64')
}

test('a wide logo keeps its proportions on the pay page and in the portal', async ({ page, request }) => {
  test.slow()
  const company = await openCompany(request, 'Long Name Ltd')
  const customer = await addCustomer(request, company, 'Copper Kettle')
  const invoice = await sendInvoice(request, company, customer, '80.00')
  await page.goto('/login')
  const sent = await request.put(`/api/accounts/${company.accountId}/company/logo/`, {
    headers: { authorization: `Bearer ${company.token}`, 'content-type': 'image/png' },
    data: await drawWideLogo(page),
  })
  expect(sent.ok()).toBe(true)
  for (const address of [
    await payLinkOf(request, customer, invoice),
    `${portalOf(company)}/customer-portal-site-login`,
  ]) {
    await page.goto(address)
    const logo = page.locator('img[src*="/api/logos/"]').first()
    await expect(logo).toBeVisible()
    const box = (await logo.boundingBox())!
    expect(box.height).toBe(36)
    expect(box.width).toBe(180)
  }
  await page.goto(await payLinkOf(request, customer, invoice))
  await expect(page.locator('img[src*="/api/logos/"]').first()).toBeVisible()
  await screens(page, 'pay-wide-logo')
})

test('navigation tooltips appear after a delay, and the current page has none', async ({ page, request }) => {
  const company = await openCompany(request, 'Narrow Rail Ltd')
  await page.setViewportSize({ width: 1280, height: 800 })
  await openAs(page, company, '/customers')
  const main = page.getByRole('navigation', { name: 'Main' })
  const hintOf = async (name: string) => {
    const link = main.getByRole('link', { name })
    await link.hover()
    return link.evaluate((element) => {
      const { content, animationDelay } = getComputedStyle(element, '::after')
      // Firefox returns the expression, not its value.
      const tip = `"${element.getAttribute('data-tip')}"`
      return { content: content === 'attr(data-tip)' ? tip : content, animationDelay }
    })
  }
  expect(await hintOf('Invoices')).toEqual({ content: '"Invoices  g i"', animationDelay: '0.7s' })
  expect((await hintOf('Customers')).content).toBe('none')
})

test('overdue invoices have one color in lists, and a list on a phone names its default order', async ({
  page,
  request,
}) => {
  const company = await openCompany(request, 'One Red Ltd')
  const customer = await addCustomer(request, company, 'Copper Kettle')
  const today = await todayOf(request, company)
  for (const days of [10, 100]) {
    const draft = await inCompany<{ pk: string }>(request, company, 'POST', 'invoices/', {
      customer: customer.pk,
      invoice_date: addDays(today, -days - 1),
      terms: 'custom',
      due_date: addDays(today, -days),
      lines: [{ description: 'Cups', detail: '', quantity: '1', unit_price: '10.00' }],
    })
    await inCompany(request, company, 'POST', `invoices/${draft.pk}/send/`, {
      email: false,
      request_id: `overdue-by-${days}`,
    })
  }
  await openAs(page, company, '/invoices')
  const rows = page.getByRole('table', { name: 'Invoices' }).getByRole('row')
  await expect(rows.locator('i.bg-overdue')).toHaveCount(2)
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/customers')
  const order = page.getByRole('combobox', { name: 'Sort by' })
  await expect(order.locator('option').first()).toHaveText('Default order')
  await expect(page.getByText('Not sorted')).toHaveCount(0)
})

test('the server-rendered facts of a pay link keep their positions when styles and scripts arrive', async ({
  page,
  request,
}) => {
  const company = await openCompany(request, 'Featherweight Ltd')
  const customer = await addCustomer(request, company, 'Harbor Foods')
  const link = await payLinkOf(request, customer, await sendInvoice(request, company, customer, '1290.00'))
  const measurePositions = (facts: readonly string[]) =>
    Promise.all(facts.map((text) => page.getByRole('main').getByText(text).first().boundingBox()))
  for (const viewport of [page.viewportSize()!, { width: 390, height: 844 }]) {
    await page.setViewportSize(viewport)
    const [files, reply] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    await page.route(/\.(css|js)$/, (route) => files.promise.then(() => route.continue()))
    await page.route('**/api/pay-link/', (route) => reply.promise.then(() => route.continue()))
    await page.goto(link, { waitUntil: 'commit' })
    await expect(page.getByText('$1,290.00')).toBeVisible()
    const status = await page.locator('.first-look-status').textContent()
    // The product's date may change during the test.
    expect(status).toMatch(/^Due in (29|30) days$/)
    const facts = ['Featherweight Ltd', '$1,290.00', status!]
    const before = await measurePositions(facts)
    files.resolve()
    await expect(page.locator('[aria-busy]').getByText('$1,290.00')).toBeVisible()
    reply.resolve()
    await expect(page.getByLabel('Amount')).toBeVisible()
    for (const [at, position] of (await measurePositions(facts)).entries())
      for (const side of ['x', 'y'] as const)
        expect(Math.abs(position![side] - before[at]![side]), `${facts[at]}: ${side}`).toBeLessThan(2)
    await page.unrouteAll({ behavior: 'wait' })
  }
})

test('the receipt’s check mark and the aging bar animate, except with reduced motion', async ({
  page,
  request,
}) => {
  const { company, link } = await openBilledCompany(request, 'Quick Schedule Ltd', '80.00')
  const motions = async (selector: string) => {
    const found: string[] = []
    for (const reducedMotion of ['no-preference', 'reduce'] as const) {
      await page.emulateMedia({ reducedMotion })
      found.push(
        await page
          .locator(selector)
          .first()
          .evaluate((element) => {
            const { animationName, animationDuration, animationIterationCount } = getComputedStyle(element)
            return animationName === 'none'
              ? 'none'
              : `${animationName} ${animationDuration} ${animationIterationCount}`
          }),
      )
    }
    return found
  }
  await page.goto(link)
  await fillCard(page)
  await pay(page, '$80.00')
  await expectThanks(page)
  expect(await motions('main svg.text-paid > path')).toEqual(['draw 0.15s 1', 'none'])
  await openAs(page, company, '/')
  await expect(page.getByRole('group', { name: 'Open invoices by age' })).toBeVisible()
  expect(await motions('[role=group][aria-label="Open invoices by age"] > [aria-hidden]')).toEqual([
    'grow 0.15s 1',
    'none',
  ])
})
