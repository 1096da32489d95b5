import type { Page } from '@playwright/test'
import { inCompany, openCompany, payLinkOf, todayOf } from './steps/company.ts'
import { mailTo } from './steps/mail.ts'
import { enrolCustomer, portalOf, signInToPortal } from './steps/portal.ts'
import { openAs } from './steps/signing-in.ts'
import { expect, test } from './support.ts'

/** What people have put into names and notes to have a reader's browser run it. */
const MARKUP = [
  '<img src=x onerror=hit()>',
  '"><svg onload=hit()>',
  '</title><script>hit()</script>',
  "';hit();//",
  'javascript:hit()',
  "{{constructor.constructor('hit()')()}}",
  '&lt;script&gt;hit()&lt;/script&gt;',
  '</textarea><iframe srcdoc="<script>parent.hit()</script>">',
] as const

/** Elements that a page would hold had it read the text as markup. Its own scripts all have an address. */
const STRAYS =
  'img[src="x"], svg[onload], iframe[srcdoc], script:not([src]):not([type]), [onerror], a[href^="javascript:"]'

async function expectPlain(page: Page, shown: string | RegExp): Promise<void> {
  await expect(page.getByText(shown).first()).toBeVisible()
  await page.waitForLoadState('networkidle')
  expect(await page.locator(STRAYS).count(), page.url()).toBe(0)
}

test('R-93 T-09 markup in names, notes and lines is shown as text on every screen, in mails and on the pay link', async ({
  page,
  request,
}) => {
  test.slow()
  const hits: string[] = []
  await page.exposeFunction('hit', () => hits.push(page.url()))
  page.on('dialog', (dialog) => {
    hits.push(dialog.message())
    void dialog.dismiss()
  })
  const [image, svg, script] = MARKUP
  const company = await openCompany(request, `Bakery ${script}`)
  await inCompany(request, company, 'PATCH', 'update-settings/', { default_notes: MARKUP.join(' ') })
  const email = `accounts-${company.accountId.slice(-8)}@journey.test`
  const { pk } = await inCompany<{ pk: string }>(request, company, 'POST', 'customers/', {
    short_name: `Harbor ${image}`,
    company_name: `Foods ${svg}`,
    notes: MARKUP.join('\n'),
    addressline1: MARKUP[3],
    city: MARKUP[4],
    country: 'US',
    email,
  })
  const customer = { pk, name: `Harbor ${image}`, email }
  const draft = await inCompany<{ pk: string; number: string }>(request, company, 'POST', 'invoices/', {
    customer: pk,
    invoice_date: await todayOf(request, company),
    terms: 'net_30',
    notes: MARKUP.join('\n'),
    lines: MARKUP.map((text) => ({ description: text, detail: text, quantity: '1', unit_price: '1.00' })),
  })
  const sent = { request_id: `markup-${draft.pk}`, message: MARKUP.join('\n') }
  await inCompany(request, company, 'POST', `invoices/${draft.pk}/send/`, sent)

  await openAs(page, company, '/customers')
  await expectPlain(page, customer.name)
  await page.goto(`/customers/${pk}`)
  await expectPlain(page, customer.name)
  await page.goto('/invoices')
  await expectPlain(page, customer.name)
  await page.goto(`/invoice-view?invoice=${draft.pk}`)
  await expectPlain(page, image)
  await page.goto('/')
  await expectPlain(page, customer.name)
  await page.goto('/settings/company-information')
  await expect(page.getByLabel('Company name')).toHaveValue(company.name)
  expect(await page.locator(STRAYS).count()).toBe(0)
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox', { name: /Search/ }).fill('Harbor')
  await expectPlain(page, customer.name)

  const invoice = { pk: draft.pk, number: draft.number, remaining: '', total: '' }
  await page.goto(await payLinkOf(request, customer, invoice))
  await expectPlain(page, company.name)
  await expect(page).toHaveTitle(`Invoice ${draft.number} from ${company.name}`)
  await expectPlain(page, image)

  const message = await mailTo(request, email, new RegExp(draft.number))
  const blank = await page.context().newPage()
  await blank.setContent(message.html)
  expect(await blank.locator(STRAYS).count(), 'the mail').toBe(0)
  await blank.close()
  await page.goto('/dev/mail')
  expect(await page.locator(STRAYS).count(), 'the mailbox').toBe(0)

  await enrolCustomer(request, company, customer)
  await signInToPortal(page, company, customer)
  await expectPlain(page, company.name)
  await page.goto(`${portalOf(company)}/customer-portal-site?tab=2`)
  await expectPlain(page, draft.number)
  expect(hits).toEqual([])
})
