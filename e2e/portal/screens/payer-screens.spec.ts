import type { Locator, Page } from '@playwright/test'
import { axeCheck, expect, screens, test } from '../../fixtures.ts'
import {
  addCustomer,
  inCompany,
  openBilledCompany,
  openCompany,
  payLinkOf,
  sendInvoice,
} from '../../steps/company.ts'
import { CARDS, expectThanks, fillCard, fillECheck, pay } from '../../steps/paying.ts'
import { openPayPalTab } from '../../steps/paypal.ts'
import { enrollCustomer, signInToPortal } from '../../steps/portal.ts'

const PHONES = [
  { width: 390, height: 844 },
  { width: 320, height: 640 },
] as const

test('a payment keeps showing its amount, surcharge and card after a reload, and another visitor sees no card', async ({
  page,
  browser,
  request,
  watch,
}) => {
  const company = await openCompany(request, 'Same as Before Ltd')
  await inCompany(request, company, 'PATCH', 'update-settings/', { card_surcharge: '1.5' })
  const customer = await addCustomer(request, company, 'Harbor Foods')
  const link = await payLinkOf(request, customer, await sendInvoice(request, company, customer, '354.80'))
  await page.goto(link)
  await fillCard(page)
  await pay(page, '$360.12')
  await expectThanks(page)
  await expect(page.getByRole('status')).toContainText('Visa •••• 4242')
  await page.reload()
  const made = page.getByRole('list', { name: 'Payments' }).getByRole('listitem')
  await expect(made).toContainText('Visa •••• 4242')
  await expect(made).toContainText('$360.12')
  await expect(made).toContainText('includes $5.32 credit card surcharge')
  await expect(page.getByRole('button', { name: /^Download receipt of .*, \$360\.12$/ })).toBeVisible()
  await axeCheck(page)
  await screens(page, 'pay-reloaded')

  const elsewhere = await browser.newContext()
  await watch(elsewhere)
  const visitor = await elsewhere.newPage()
  await visitor.goto(link)
  const seen = visitor.getByRole('list', { name: 'Payments' }).getByRole('listitem')
  await expect(seen).toContainText('$360.12')
  await expect(seen).toContainText('Credit card')
  await expect(visitor.getByText('4242')).toHaveCount(0)
  await elsewhere.close()
})

test('an authorized card payment has no thanks and no receipt until the company captures it', async ({
  page,
  request,
}) => {
  const { company, link } = await openBilledCompany(request, 'Held Back Ltd', '70.00')
  await page.goto(link)
  await fillCard(page, CARDS.authorized)
  await pay(page, '$70.00')
  await expect(page.getByRole('heading', { name: 'Your card was authorized' })).toBeVisible()
  await expect(
    page.getByText('Nothing has been charged yet. Held Back Ltd will charge it later.'),
  ).toBeVisible()
  await expect(page.getByText('thank you')).toHaveCount(0)
  await expect(page.getByRole('button', { name: /receipt/i })).toHaveCount(0)
  await axeCheck(page)
  await screens(page, 'pay-authorized')

  const { results } = await inCompany<{ results: { id: string }[] }>(request, company, 'GET', 'payments/')
  await inCompany(request, company, 'POST', `payments/${results[0]!.id}/capture/`, {})
  await expectThanks(page)
  await expect(page.getByRole('button', { name: 'Download receipt' })).toBeVisible()
})

test('a reloaded page shows that an authorized card is not charged yet', async ({ page, request }) => {
  const { link } = await openBilledCompany(request, 'Held Over Ltd', '70.00')
  await page.goto(link)
  await fillCard(page, CARDS.authorized)
  await pay(page, '$70.00')
  await expect(page.getByRole('heading', { name: 'Your card was authorized' })).toBeVisible()
  await page.reload()
  await expect(
    page.getByText(
      'Your card payment of $70.00 is authorized but not charged yet. The company will charge it later.',
    ),
  ).toBeVisible()
  await expect(page.getByRole('button', { name: /receipt/i })).toHaveCount(0)
})

test('on a phone the number and due date of an invoice with a pending payment are not cut off', async ({
  page,
  request,
}) => {
  test.slow()
  const company = await openCompany(request, 'Small Cards Ltd')
  const customer = await addCustomer(request, company, 'Harbor Foods')
  const whole = await sendInvoice(request, company, customer, '300.00', 75)
  const part = await sendInvoice(request, company, customer, '45678.90', 75)
  for (const [invoice, amount] of [
    [whole, '300'],
    [part, '12345.67'],
  ] as const) {
    await page.goto(await payLinkOf(request, customer, invoice))
    await page.getByLabel('Amount').fill(amount)
    await fillECheck(page)
    await page.getByRole('button', { name: /^Pay \$/ }).click()
    await expect(page.getByRole('heading', { name: 'Your payment is being confirmed' })).toBeVisible()
  }
  await enrollCustomer(request, company, customer)
  await signInToPortal(page, company, customer)
  for (const size of PHONES) {
    await page.setViewportSize(size)
    await page.goto(`${new URL(page.url()).origin}/customer-portal-site?tab=2`)
    const all = page.getByRole('table', { name: 'All Invoices' })
    for (const { number } of [whole, part]) {
      const row = all.getByRole('row', { name: new RegExp(number) })
      await expectNotCutOff(row.getByRole('rowheader'), number)
      await expectNoOverlaps(row)
    }
    await screens(page, `portal-in-flight-${size.width}`)
  }
})

/** Expects the cell to show its whole text. */
async function expectNotCutOff(cell: Locator, text: string): Promise<void> {
  await expect(cell).toHaveText(text)
  const hidden = await cell.evaluate((element) => {
    const range = document.createRange()
    range.selectNodeContents(element)
    return range.getBoundingClientRect().right - element.getBoundingClientRect().right
  })
  expect(hidden, `pixels of ${text} that are cut off`).toBeLessThanOrEqual(0.5)
}

/** Expects no two texts of a row to overlap. */
async function expectNoOverlaps(row: Locator): Promise<void> {
  const overlaps = await row.evaluate((element) => {
    const texts: { text: string; box: DOMRect }[] = []
    const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT)
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const range = document.createRange()
      range.selectNode(node)
      const box = range.getBoundingClientRect()
      if (box.width > 0) texts.push({ text: node.textContent ?? '', box })
    }
    const overlap = (one: DOMRect, other: DOMRect): boolean =>
      one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom
    return texts.flatMap((one, at) =>
      texts
        .slice(at + 1)
        .filter((other) => overlap(one.box, other.box))
        .map((other) => `${one.text} and ${other.text}`),
    )
  })
  expect(overlaps, 'overlapping texts').toEqual([])
}

test('on a phone the pay bar shows the amount of every method when only the whole balance can be paid', async ({
  page,
  request,
}) => {
  const { company } = await openPayPalTab(page, request, 'All or Nothing Ltd', '90.00')
  await inCompany(request, company, 'PATCH', 'update-settings/', { partial_payments: false })
  await page.setViewportSize(PHONES[0])
  await page.reload()
  await expect(page.getByLabel('Amount')).toHaveCount(0)
  for (const method of ['PayPal', 'E-check', 'Card']) {
    await page.getByRole('tab', { name: method, exact: true }).click()
    await expect(barText(page, '$90.00'), method).toBeInViewport({ ratio: 1 })
  }
  await page.getByRole('tab', { name: 'PayPal' }).click()
  await axeCheck(page)
  await screens(page, 'pay-paypal-whole')
})

/** Locates an amount in the pay bar that is not only for screen readers. */
const barText = (page: Page, amount: string): Locator =>
  page
    .locator('[data-pay-bar]')
    .locator('dd:not(.max-sm\\:sr-only), button')
    .filter({ hasText: amount })
    .first()

test('a declined card shows that nothing was charged and offers an e-check', { tag: '@gate' }, async ({
  page,
  request,
  expectConsole,
}) => {
  expectConsole(/status of 402/)
  const { link } = await openBilledCompany(request, 'Next Step Ltd', '250.00')
  await page.goto(link)
  await fillCard(page, CARDS.declined)
  await pay(page, '$250.00')
  await expect(page.getByRole('alert')).toContainText(
    'Your card was declined. Nothing was charged. Try another card or pay by e-check.',
  )
  await axeCheck(page)
  await screens(page, 'pay-declined-next')
  await page.getByRole('button', { name: 'Switch to e-check' }).click()
  await expect(page.getByRole('tab', { name: 'E-check' })).toBeFocused()
  await expect(page.getByLabel('Routing number')).toBeVisible()
  await expect(page.getByText('Your card was declined.')).toHaveCount(0)
  await fillECheck(page)
  await pay(page, '$250.00')
  await expect(page.getByRole('heading', { name: 'Your payment is being confirmed' })).toBeVisible()
})

test('a declined card offers no other method when there is none', async ({
  page,
  request,
  expectConsole,
}) => {
  expectConsole(/status of 402/)
  const { link } = await openBilledCompany(request, 'Cards Only Ltd', '250.00')
  const cardsAlone = <Option extends { type: string }>(options: Option[]) =>
    options.filter(({ type }) => type === 'credit_card')
  await page.route('**/api/pay-link/', async (route) => {
    const opened = await (await route.fetch()).json()
    await route.fulfill({ json: { ...opened, options: cardsAlone(opened.options) } })
  })
  await page.route('**/payment-options/', async (route) =>
    route.fulfill({ json: cardsAlone(await (await route.fetch()).json()) }),
  )
  await page.goto(link)
  await fillCard(page, CARDS.declined)
  await pay(page, '$250.00')
  await expect(page.getByRole('alert')).toContainText(
    'Your card was declined. Nothing was charged. Try another card.',
  )
  await expect(page.getByRole('button', { name: /^Switch to/ })).toHaveCount(0)
})
