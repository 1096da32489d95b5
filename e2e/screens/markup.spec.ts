import type { APIRequestContext, BrowserContext, Page } from '@playwright/test'
import { businessAddresses, portalAddresses } from '../../testing/pages/web-addresses.ts'
import { expect, productUrl, test } from '../fixtures.ts'
import { callApi } from '../steps/api.ts'
import { type Company, inCompany } from '../steps/company.ts'
import { logIn } from '../steps/log-in.ts'
import { PARSED_MARKUP, PAYLOADS } from '../steps/payloads.ts'
import { portalOf, signInToPortal } from '../steps/portal.ts'
import { createRecordsWithMarkup, type MarkupRecords } from './markup-records.ts'
import {
  escapeForPattern,
  OPENED_SEPARATELY,
  onDocument,
  portalScreens,
  type Screens,
  type Shown,
  staffScreens,
  WITHOUT_USER_TEXT,
} from './markup-screens.ts'
import { usedPayloads } from './markup-texts.ts'

/*
 * Writes markup into every text that users can change, and opens every screen that shows one. A new screen
 * has to be added to one of the lists in markup-screens.ts.
 */

async function expectPlain(page: Page, shows: Shown): Promise<void> {
  if (typeof shows === 'function') await shows(page)
  else await expect(page.getByText(shows).first(), page.url()).toBeVisible()
  expect(await findParsedMarkup(page), page.url()).toEqual([])
}

const findParsedMarkup = (page: Page): Promise<string[]> =>
  page.locator(PARSED_MARKUP).evaluateAll((found) => found.map((one) => one.outerHTML))

async function visitScreens(page: Page, screens: Screens): Promise<void> {
  for (const [, address, shows] of screens) {
    await page.goto(address, { waitUntil: 'commit' })
    await expectPlain(page, shows)
  }
}

/** Collects script executions, dialogs and requests to other servers. */
async function recordHits(context: BrowserContext): Promise<string[]> {
  const hits: string[] = []
  await context.exposeFunction('hit', () => hits.push('a script ran'))
  context.on('dialog', (dialog) => {
    hits.push(`asked: ${dialog.message()}`)
    void dialog.dismiss()
  })
  const { port } = new URL(productUrl())
  context.on('request', (one) => {
    const { protocol, port: asked } = new URL(one.url())
    if (/^https?:$/.test(protocol) && asked !== port) hits.push(`fetched ${one.url()}`)
  })
  return hits
}

test('markup in user text is shown as text on every screen, in emails and in documents', async ({
  page,
  request,
  context,
  browserName,
}) => {
  test.slow()
  const hits = await recordHits(context)
  const records = await createRecordsWithMarkup(request)
  const { company, customer, open, paid } = records
  expect(usedPayloads, 'every payload is in some single-line field').toBeGreaterThanOrEqual(PAYLOADS.length)
  expect(PAYLOADS.length).toBeGreaterThanOrEqual(40)
  await expectNamesRefused(request, company)

  await logIn(page, company)
  const inBrowser = await page.evaluate(() =>
    Object.keys(
      (window as unknown as { __TSR_ROUTER__: { routesByPath: object } }).__TSR_ROUTER__.routesByPath,
    ),
  )
  const staff = staffScreens(records)
  const portal = portalScreens(records)
  // The addresses read from the source equal the app's routes.
  expect([...new Set(inBrowser.map((path) => path.replace(/(.)\/$/, '$1')))].sort()).toEqual(
    businessAddresses(),
  )
  const opened = [...staff, ...portal].map(([route]) => route)
  expect([...new Set([...opened, ...WITHOUT_USER_TEXT, ...OPENED_SEPARATELY])].sort()).toEqual(
    [...new Set([...businessAddresses(), ...portalAddresses()])].sort(),
  )

  await visitScreens(page, staff)
  await visitScreens(page, [['/', '/', customer.name]])
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox', { name: /Search/ }).fill('Harbor')
  await expectPlain(page, customer.name)

  await page.goto(paid.url)
  await expectPlain(page, company.name)
  await expect(page).toHaveTitle(`Invoice ${open.number} from ${company.name}`)
  await expectPlain(page, /^Cups/)
  await page.goto(`${portalOf(company)}/customer-portal-site-login`)
  await expectPlain(page, company.name)
  await signInToPortal(page, company, customer)
  await visitScreens(page, portal)
  await checkMails(page, request, records)
  await visitPreviews(await context.newPage(), request, records)
  expect(hits).toEqual([])
  // A stock Firefox can't disable the content security policy.
  if (browserName !== 'firefox') await expectMarkupDetected(context, records)
})

/**
 * Expects that the checks fail in a browser that parses every text as markup and has no content security
 * policy.
 */
async function expectMarkupDetected(
  context: BrowserContext,
  { company, open }: MarkupRecords,
): Promise<void> {
  const unprotected = await context.browser()!.newContext({
    baseURL: productUrl(),
    bypassCSP: true,
  })
  try {
    const hits = await recordHits(unprotected)
    await unprotected.route(/evil\.test/, (route) => route.abort())
    const found: string[] = []
    const page = await unprotected.newPage()
    // Markup is parsed only after the login, because it could leave the dashboard.
    await logIn(page, company)
    expect([hits, found]).toEqual([[], []])
    await unprotected.exposeFunction('reportMarkup', (html: string) => found.push(html))
    await unprotected.addInitScript((selector) => {
      // Reports at once, because some payloads leave the page before a later check.
      new MutationObserver(() => {
        const element = document.querySelector(selector)
        if (element)
          (window as unknown as { reportMarkup: (html: string) => void }).reportMarkup(element.outerHTML)
      }).observe(document, { childList: true, subtree: true })
      const plain = Object.getOwnPropertyDescriptor(Node.prototype, 'textContent')!
      Object.defineProperty(Node.prototype, 'textContent', {
        ...plain,
        set(this: Node, text: string) {
          if (this instanceof HTMLElement && text.includes('<')) this.innerHTML = text
          else plain.set!.call(this, text)
        },
      })
    }, PARSED_MARKUP)
    await page.goto(`/invoices/${open.pk}`, { waitUntil: 'commit' })
    await expect.poll(() => found.length, 'parsed markup is reported').toBeGreaterThan(0)
    await expect.poll(() => hits).toContain('a script ran')
  } finally {
    await unprotected.close()
  }
}

/** Expects that users' names and a report's recipient refuse markup. */
async function expectNamesRefused(request: APIRequestContext, company: Company): Promise<void> {
  const refusedBy = async (method: 'PATCH' | 'POST', path: string, body: object) => {
    const headers = { authorization: `Bearer ${company.token}` }
    return (await request.fetch(path, { method, headers, data: body })).status()
  }
  for (const text of PAYLOADS.filter((one) => /[<>{}:;&"()]/.test(one)).slice(0, 12)) {
    expect(await refusedBy('PATCH', '/api/profile/', { first_name: text }), text).toBe(400)
    const links = `/api/accounts/${company.accountId}/report-links/`
    expect(await refusedBy('POST', links, { recipient: text }), text).toBe(400)
  }
}

/** Checks the HTML of every email of the test in a blank page, which has no content security policy. */
async function checkMails(page: Page, request: APIRequestContext, records: MarkupRecords): Promise<void> {
  const { company, customer, broken, invitee } = records
  const bare = await page.context().newPage()
  let last = ''
  for (const email of [company.email, customer.email, broken.email, invitee]) {
    const mails = await callApi<{ id: string; html: string }[]>(request, 'GET', `/api/dev/mail/?to=${email}`)
    expect(mails.length, email).toBeGreaterThan(0)
    last = mails[0]!.id
    for (const { html } of mails) {
      await bare.setContent(html)
      expect(await bare.locator(PARSED_MARKUP).count(), html).toBe(0)
    }
  }
  await bare.close()
  await visitScreens(page, [
    ['mailbox', '/dev/mail', /Bakery/],
    ['mail', `/dev/mail/${last}`, /Bakery/],
  ])
}

/** Visits the customer's screens as a staff preview. Each preview code opens once. */
async function visitPreviews(page: Page, request: APIRequestContext, records: MarkupRecords): Promise<void> {
  const { company, customer, open } = records
  for (const [body, shows] of [
    [{}, customer.name],
    [{ invoice: open.pk, opens: 'pdf' }, onDocument('Cups')],
  ] as const) {
    const path = `customers/${customer.pk}/preview/`
    const { url } = await inCompany<{ url: string }>(request, company, 'POST', path, body)
    await page.goto(url)
    await expectPlain(page, new RegExp(escapeForPattern(customer.name)))
    await expectPlain(page, shows)
  }
}
