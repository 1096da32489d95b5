import type { Page } from '@playwright/test'
import { expect, screens, test } from '../fixtures.ts'
import { applyTheme } from '../screenshots.ts'
import {
  addCustomer,
  inCompany,
  openCompany,
  PASSWORD,
  payLinkOf,
  sendInvoice,
  todayOf,
} from '../steps/company.ts'
import { expectNoEnglish, readCatalogue } from '../steps/languages.ts'
import { confirmedPlanOf, proposedPlanOf } from '../steps/plans.ts'
import { enrollCustomer, portalOf } from '../steps/portal.ts'

/*
 * The payer's main screens in the two languages with the longest words, on a desktop, a tablet and a phone, light
 * and dark.
 */

const PHONE = { width: 390, height: 844 }
const TABLET = { width: 768, height: 1024 }
/** A tablet on its side, and the narrowest window in which all lists are tables. */
const OTHER_WIDTHS = [1024, 1148]

/** Fails when a button, a link or a heading shows less than its text, or the page is wider than its screen. */
async function expectNothingCut(page: Page, name: string): Promise<void> {
  const wide = () =>
    page.evaluate(() =>
      [...document.querySelectorAll('table')]
        .map(
          (table) =>
            [table.getAttribute('aria-label'), table.scrollWidth - table.parentElement!.clientWidth] as const,
        )
        .filter(([, more]) => more > 1),
    )
  // The window may have just changed its width.
  await expect.poll(wide, `${name}: tables that are wider than their card`).toEqual([])
  const cut = await page.evaluate(() =>
    // Behind a dialog the page is narrower by its scroll bar.
    [
      ...(document.querySelector('[role=dialog]') ?? document).querySelectorAll(
        'button, a, h1, h2, label, legend, dt, th',
      ),
    ]
      .filter((one) => one.scrollWidth > one.clientWidth + 1 && getComputedStyle(one).overflowX !== 'visible')
      .filter((one) => getComputedStyle(one).position !== 'absolute')
      .map(
        ({ textContent, scrollWidth, clientWidth }) => `${textContent?.trim()} ${scrollWidth - clientWidth}`,
      ),
  )
  expect(cut, `${name}: texts that are cut off`).toEqual([])
  const beyond = await page.evaluate(() =>
    [...document.querySelectorAll('section span')]
      .filter((one) => one.childElementCount <= 1 && one.textContent?.trim())
      .filter(
        (one) =>
          one.getBoundingClientRect().right > one.closest('section')!.getBoundingClientRect().right + 1,
      )
      .filter((one) => getComputedStyle(one).position !== 'absolute' && !one.closest('.overflow-x-auto'))
      .map((one) => one.textContent?.trim()),
  )
  expect(beyond, `${name}: texts that run out of their card`).toEqual([])
}

async function takePicture(page: Page, name: string): Promise<void> {
  if (process.env.PROOF_SIZE !== 'gate')
    await page.screenshot({
      path: `test-results/screens/${name}.png`,
      fullPage: true,
      animations: 'disabled',
    })
}

async function judge(page: Page, language: string, name: string): Promise<void> {
  const picture = `translated-${name}-${language}`
  await expectNoEnglish(page, readCatalogue(language))
  await expectNothingCut(page, picture)
  await screens(page, picture)
  for (const width of OTHER_WIDTHS) {
    await page.setViewportSize({ width, height: 800 })
    await expectNothingCut(page, `${picture} at ${width} px`)
  }
  await page.setViewportSize(TABLET)
  await expectNothingCut(page, `${picture} on a tablet`)
  await takePicture(page, `${picture}-768`)
  await page.setViewportSize(PHONE)
  await expectNothingCut(page, `${picture} on a phone`)
  await applyTheme(page, 'dark')
  await takePicture(page, `${picture}-390-dark`)
  await applyTheme(page, 'light')
  await page.setViewportSize({ width: 1280, height: 800 })
}

for (const [language, locale] of [
  ['de', 'de-DE'],
  ['fr', 'fr-FR'],
] as const)
  test(`the payer’s main screens in ${language}, at four widths, light and dark`, async ({
    browser,
    request,
  }) => {
    test.slow()
    const text = readCatalogue(language)
    const company = await openCompany(request, `Werkstatt Vergleich ${language} Ltd`)
    await inCompany(request, company, 'PATCH', 'company/', { phone: '414 555 0142' })
    const customer = await addCustomer(request, company, 'Harbor Foods')
    const onPlan = await sendInvoice(request, company, customer, '900.00')
    const proposed = await sendInvoice(request, company, customer, '12500.00')
    const late = await sendInvoice(request, company, customer, '1250.75', 45)
    await sendInvoice(request, company, customer, '84.50', 70)
    await inCompany(request, company, 'POST', 'credit-memos/', {
      customer: customer.pk,
      issued_on: await todayOf(request, company),
      total: '25.00',
      request_id: `memo-${customer.pk}`,
    })
    await confirmedPlanOf(request, company, [onPlan], ['300.00', '300.00', '300.00'])
    const { url } = await proposedPlanOf(request, company, [proposed], ['500.00', '6000.00', '6000.00'])
    await enrollCustomer(request, company, customer)
    const link = await payLinkOf(request, customer, late)
    await inCompany(request, company, 'PATCH', `customers/${customer.pk}/`, { language })

    const context = await browser.newContext({ locale, viewport: { width: 1280, height: 800 } })
    const page = await context.newPage()
    const site = `${portalOf(company)}/customer-portal-site`
    await page.goto(link)
    await expect(page.getByRole('heading', { name: text['Make a Payment']! })).toBeVisible()
    await judge(page, language, 'pay')
    await page.goto(url)
    await expect(page.getByRole('heading', { name: text['Your payment plan']! })).toBeVisible()
    await judge(page, language, 'confirm-plan')
    await page.goto(`${site}-login`)
    await judge(page, language, 'login')
    await page.locator('input[type=email]').fill(customer.email)
    await page.locator('input[type=password]').fill(PASSWORD)
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { name: text['Due now']! })).toBeVisible()
    await judge(page, language, 'home')
    await page
      .getByRole('button', { name: new RegExp(`^${text['Pay all · {amount}']!.split(' ·')[0]} · `) })
      .click()
    await expect(page.getByRole('dialog')).toContainText(text.Subtotal!)
    await judge(page, language, 'pay-several')
    for (const [tab, heading] of [
      ['2', 'All Invoices'],
      ['3', 'Payment Plans'],
      ['4', 'Statement'],
      ['payments', 'Payment Methods'],
      ['details', 'Your details'],
    ] as const) {
      await page.goto(`${site}?tab=${tab}`)
      await expect(page.getByRole('heading', { name: text[heading]!, exact: true }).first()).toBeVisible()
      await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
      await judge(page, language, `tab-${tab}`)
    }
    await page.goto(`${site}?tab=2&invoice=${late.pk}`)
    await expect(page.getByRole('heading', { name: new RegExp(late.number) }).first()).toBeVisible()
    await judge(page, language, 'invoice')
    await context.close()
  })
