import { randomUUID } from 'node:crypto'
import type { APIRequestContext, BrowserContext, Page } from '@playwright/test'
import { businessAddresses, portalAddresses } from '../../testing/web-addresses.ts'
import { callApi } from '../steps/api.ts'
import { type Company, type Customer, freshEmail, inCompany, openCompany, todayOf } from '../steps/company.ts'
import { linkTo, type Message, mailTo } from '../steps/mail.ts'
import { BROKEN_OVER_FIELDS, PAYLOADS, STRAYS } from '../steps/payloads.ts'
import { enrolCustomer, INVITATION, portalOf, signInToPortal } from '../steps/portal.ts'
import { logIn } from '../steps/signing-in.ts'
import { expect, productUrl, test } from '../support.ts'

/*
 * Everything that people can write holds markup, written through the API, and every screen on which it stands is opened.
 * A screen that is added has to be written down below: with what it shows, or among those that show nothing of anybody's.
 */

/** The one word that says which field it is, and a payload after it. */
let turn = 0
const inline = (payload: string): string => payload.replace(/[\t\n]/g, ' ')
const marked = (word: string): string => `${word} ${inline(PAYLOADS[turn++ % PAYLOADS.length]!)}`
const ALL = PAYLOADS.join('\n')

type Record = { pk: string; number: string }
type Written = Awaited<ReturnType<typeof writeEverywhere>>

/** A company in which nothing but markup stands, with records for every screen. */
async function writeEverywhere(request: APIRequestContext) {
  const company = await openCompany(request, marked('Bakery'))
  const ask = <Reply = Record>(method: 'GET' | 'POST' | 'PATCH', path: string, body?: unknown) =>
    inCompany<Reply>(request, company, method, path, body)
  await ask('PATCH', 'company/', {
    description: PAYLOADS.slice(0, 20).join('\n').slice(0, 1000),
    postal_address: { addressline1: marked('Street'), city: marked('Town'), state: marked('State') },
  })
  await ask('PATCH', 'update-settings/', { default_notes: ALL })
  const today = await todayOf(request, company)
  const customerOf = async (fields: object): Promise<Customer> => {
    const email = freshEmail('accounts')
    const { pk, short_name: name } = await ask<{ pk: string; short_name: string }>('POST', 'customers/', {
      email,
      country: 'US',
      ...fields,
    })
    return { pk, name, email }
  }
  const customer = await customerOf({
    short_name: marked('Harbor'),
    company_name: marked('Foods'),
    notes: ALL,
    addressline1: marked('Quay'),
    addressline2: marked('Floor'),
    city: marked('Port'),
    state: marked('County'),
  })
  const broken = await customerOf(BROKEN_OVER_FIELDS)
  const draft = (description: string) =>
    ask('POST', 'invoices/', {
      customer: customer.pk,
      invoice_date: today,
      terms: 'net_30',
      notes: ALL,
      lines: [description, ...PAYLOADS.map(inline)].map((text) => ({
        description: text,
        detail: text,
        quantity: '1',
        unit_price: '1.00',
        tax_name: text.slice(0, 30),
        tax_rate: '5',
      })),
    })
  const sent = async () => {
    const invoice = await draft(marked('Cups'))
    await ask('POST', `invoices/${invoice.pk}/send/`, { request_id: randomUUID(), message: ALL })
    return invoice
  }
  const invoices = [await sent(), await sent(), await sent(), await sent()] as const
  const [open, voided, lost] = invoices
  const ordered = await sent()
  const records = {
    company,
    customer,
    broken,
    open,
    voided,
    lost,
    edited: await draft(marked('Lids')),
    memo: await ask('POST', 'credit-memos/', {
      customer: customer.pk,
      issued_on: today,
      total: '3.00',
      reason: marked('Returned'),
      request_id: randomUUID(),
    }),
    check: await ask('POST', 'payments/', {
      customer: customer.pk,
      type: 'check',
      total: '5.00',
      received_on: today,
      reference: marked('Reference'),
      request_id: randomUUID(),
      invoices: [{ invoice: open.pk, amount: '5.00' }],
    }),
    paid: await payByCard(request, company, open.pk),
    ...(await declineCards(request, company, invoices)),
    run: await uploadMarkup(request, company),
    report: await ask<{ url: string }>('POST', 'report-links/', {
      recipient: 'First Bank',
      shows_customers: true,
    }),
  }
  await ask('POST', `payments/${records.paid.id}/refund/`, {
    total: '1.00',
    total_currency: 'USD',
    request_id: randomUUID(),
    reason: marked('Damaged'),
  })
  await ask('POST', `invoices/${voided.pk}/void/`, { reason: marked('Mistaken') })
  await ask('POST', `invoices/${lost.pk}/write-off/`, { reason: marked('Insolvent') })
  const invitee = freshEmail('invited')
  await ask('POST', 'team/invitations/', { email: invitee, role: 'viewer' })
  await enrolCustomer(request, company, customer)
  await ask('POST', `customers/${broken.pk}/customer-portal/invite/`, {})
  return {
    ...records,
    invitee,
    order: await orderAtPaypal(request, company, ordered.pk),
    invitation: invitationIn(await mailTo(request, invitee, /^You are invited/)),
    enrolment: linkTo(await mailTo(request, broken.email, INVITATION), '/customer-portal-site-enrol'),
  }
}

const invitationIn = ({ links }: Message): string => links.find((link) => link.includes('/signup/invite/'))!

/** A payer of an invoice, by its pay link. */
async function payerOf(request: APIRequestContext, company: Company, invoice: string) {
  const { url } = await inCompany<{ url: string }>(
    request,
    company,
    'POST',
    `invoices/${invoice}/pay-link/`,
    {},
  )
  const { token } = await callApi<{ token: string }>(request, 'POST', '/api/pay-link/', {
    host: company.host,
    body: { token: new URL(url).searchParams.get('token') },
  })
  const card = (number: string) => ({
    amount: '2.00',
    name_on_card: marked('Payer').slice(0, 100),
    number,
    expiration_month: '12',
    expiration_year: '2032',
    cvc: '123',
    request_id: randomUUID(),
  })
  const at = `/api/invoices/${invoice}`
  const pay = (number: string) =>
    request.post(`${at}/payment-options/sandbox-card/`, {
      headers: {
        host: company.host,
        authorization: `Bearer ${token}`,
        'x-forwarded-for': `10.9.${Math.floor(Math.random() * 250)}.${Math.floor(Math.random() * 250)}`,
      },
      data: card(number),
    })
  return { url, token, at, pay }
}

/** Pays by a card. */
async function payByCard(request: APIRequestContext, company: Company, invoice: string) {
  const { url, at, pay } = await payerOf(request, company, invoice)
  const answer = await pay('4242424242424242')
  expect(answer.status(), await answer.text()).toBe(200)
  const paid = (await answer.json()) as { id: string }
  return { id: paid.id, url, receipt: `${at}/payments/${paid.id}/receipt/` }
}

/** Begins to pay by PayPal; the order is open until something else is paid. */
async function orderAtPaypal(request: APIRequestContext, company: Company, invoice: string): Promise<string> {
  const { token, at } = await payerOf(request, company, invoice)
  const { id } = await callApi<{ id: string }>(request, 'POST', `${at}/create-paypal-order/`, {
    host: company.host,
    token,
    body: { amount: '2.00', request_id: randomUUID() },
  })
  return id
}

/** As many declined cards as look like somebody trying them out, which opens a case that is closed with a note. */
async function declineCards(request: APIRequestContext, company: Company, invoices: readonly Record[]) {
  for (const { pk } of invoices) {
    const { pay } = await payerOf(request, company, pk)
    for (let times = 0; times < 5; times++) {
      const declined = await pay('4000000000000002')
      expect(declined.status(), await declined.text()).toBe(402)
    }
  }
  // The payment that went through before makes it one more than a whole.
  const { results } = await inCompany<{ results: { pk: string }[] }>(
    request,
    company,
    'GET',
    'payment-cases/',
  )
  const note = marked('Looked')
  await inCompany(request, company, 'POST', `payment-cases/${results[0]!.pk}/close/`, { note })
  return { note }
}

/** A file whose name, headings and cells are markup, checked: one row is fine, the others are refused, with reasons. */
async function uploadMarkup(request: APIRequestContext, company: Company) {
  const quoted = (cells: readonly string[]) =>
    cells.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(',')
  const name = `${marked('File')}.csv`
  const rows = PAYLOADS.map((text, at) => quoted([`Row ${inline(text)}`, at === 0 ? '' : text, ALL, text]))
  const answer = await request.post(
    `/api/accounts/${company.accountId}/imports/?kind=customers&name=${encodeURIComponent(name)}`,
    {
      headers: { authorization: `Bearer ${company.token}`, 'content-type': 'text/csv' },
      data: Buffer.from([quoted(['Name', 'Email', 'Notes', marked('Heading')]), ...rows].join('\n')),
    },
  )
  expect(answer.status(), await answer.text()).toBe(201)
  const { pk, file_name, mapping, date_order, decimal_mark } = (await answer.json()) as Record & {
    file_name: string
    mapping: object
    date_order: string
    decimal_mark: string
  }
  const ask = <Reply>(method: 'GET' | 'POST', path: string, body?: unknown) =>
    inCompany<Reply>(request, company, method, `imports/${pk}/${path}`, body)
  await ask('POST', 'check/', { mapping, date_order, decimal_mark })
  await expect.poll(async () => (await ask<{ status: string }>('GET', '')).status).toBe('ready')
  return { pk, name: file_name }
}

type Shown = string | RegExp | ((page: Page) => Promise<void>)
/** An address of each screen, as the app's list of routes has it, and what of somebody's own stands there. */
type Screens = readonly (readonly [route: string, address: string, shows: Shown])[]

const field =
  (label: string | RegExp, value: string | RegExp): Shown =>
  (page) =>
    expect(page.getByLabel(label).first()).toHaveValue(value)
/** On a sheet of the document viewer, whose text stands over the picture. */
const onDocument =
  (text: string): Shown =>
  (page) =>
    expect(page.getByRole('figure', { name: 'Page 1' })).toContainText(text)
const inLoginDialog =
  (text: string): Shown =>
  async (page) => {
    await page.getByRole('button', { name: /Customer menu/ }).click()
    await page.getByRole('button', { name: 'Login and security' }).click()
    await expect(page.getByRole('dialog', { name: 'Login and security' })).toContainText(text)
  }
const viewer = (pdf: string): string => `/document-viewer?pdf_url=${encodeURIComponent(pdf)}`

const staffScreens = (written: Written): Screens => {
  const { company, customer, broken, open, voided, lost, edited, memo, check, paid, run, note } = written
  const own = `/api/accounts/${company.accountId}`
  return [
    ['/', '/', customer.name],
    ['/customers', '/customers', broken.name.trim()],
    ['/customers/$customerId', `/customers/${customer.pk}`, /Quay/],
    ['/customers/$customerId', `/customers/${broken.pk}`, broken.name.trim()],
    ['/customer-details', `/customer-details?customer=${customer.pk}`, customer.name],
    ['/invoices', '/invoices', customer.name],
    ['/invoices/$invoiceId', `/invoices/${open.pk}`, /^Cups/],
    ['/invoices/$invoiceId', `/invoices/${voided.pk}`, customer.name],
    ['/invoices/$invoiceId', `/invoices/${lost.pk}`, customer.name],
    ['/invoice-view', `/invoice-view?invoice=${edited.pk}`, field('Item, line 1', /^Lids/)],
    ['/credit-memos', '/credit-memos', customer.name],
    ['/credit-memos/$memoId', `/credit-memos/${memo.pk}`, /Returned/],
    ['/payment-processing', '/payment-processing', customer.name],
    ['/payment-processing/$paymentId', `/payment-processing/${check.pk}`, /Reference/],
    ['/payment-processing/$paymentId', `/payment-processing/${paid.id}`, /Damaged/],
    ['/payment-processing/cases', '/payment-processing/cases?state=closed', new RegExp(escaped(note))],
    ['/imports', '/imports', run.name],
    ['/imports/$importId', `/imports/${run.pk}`, run.name],
    ['/migration-started', '/migration-started', run.name],
    ['/settings/company-information', '/settings/company-information', field('Company name', company.name)],
    ['/settings/account-settings', '/settings/account-settings', field('Notes to the customer', /onerror/)],
    ['/settings/team', '/settings/team', /@journey\.test/],
    ['/settings/reports', '/settings/reports', 'First Bank'],
    ['/settings/audit-log', '/settings/audit-log', /Mistaken/],
    ['/settings/profile', '/settings/profile', field('First name', 'Olive')],
    [
      '/document-viewer',
      `${viewer(`${own}/invoices/${open.pk}/pdf/`)}&account=${company.accountId}`,
      onDocument('Cups'),
    ],
    [
      '/document-viewer',
      `${viewer(`${own}/credit-memos/${memo.pk}/pdf/`)}&account=${company.accountId}`,
      onDocument('Returned'),
    ],
    ['/signup/invite/$code', new URL(written.invitation).pathname, new RegExp(escaped(company.name))],
    ['/ista-report', written.report.url, customer.name],
  ]
}

const portalScreens = (written: Written): Screens => {
  const { company, open, paid, enrolment } = written
  const site = `${portalOf(company)}/customer-portal-site`
  return [
    ['/customer-portal-site', `${site}?tab=1`, company.name],
    ['/customer-portal-site', `${site}?tab=1`, inLoginDialog(company.name)],
    ['/customer-portal-site', `${site}?tab=2`, open.number],
    ['/customer-portal-site', `${site}?tab=2&invoice=${open.pk}`, /^Cups/],
    ['/document-viewer', portalOf(company) + viewer(`/api/invoices/${open.pk}/pdf/`), onDocument('Cups')],
    ['/document-viewer', portalOf(company) + viewer(paid.receipt), onDocument('Bakery')],
    ['/customer-portal-site-enrol', enrolment, company.name],
    ['/customer-portal-site-forgot-password', `${site}-forgot-password`, company.name],
    [
      '/sandbox-approve',
      `/sandbox-approve?${new URLSearchParams({ client_id: company.accountId, order: written.order })}`,
      company.name,
    ],
  ]
}

/** Screens on which nothing stands that anybody wrote, and those that only lead on to another one. */
const SHOWING_NOTHING = [
  ...['/$', '/check-your-email', '/choose-account-type', '/email-verification', '/forgot-password'],
  ...['/login', '/login-social', '/signup', '/signup/$', '/registration/create-account', '/privacy'],
  ...[
    '/customer-portal',
    '/getting-started',
    '/registration',
    '/registration/$step',
    '/settings',
    '/settings/payment-settings',
    '/settings/accounting-connection',
  ],
  ...[
    '/settings/plan-billing',
    '/quickbooks-disconnect',
    '/accounting-disconnect',
    '/password-reset-confirmation',
  ],
  ...[
    '/google-redirect',
    '/facebook-redirect',
    '/qbo-openid-start',
    '/qbo-openid-end',
    '/qbo-legacy-callback',
  ],
  ...['/openid-login', '/quickbooks-sso', '/quickbooks-redirect', '/quickbooks-payments-callback'],
  ...['/xero-redirect', '/sso/xero/signup/start', '/sso/xero/signup/end', '/clio-redirect'],
  ...['/stripe-callback', '/lawpay-callback', '/paypal-callback', '/confirm-payment-plan'],
]
/** Opened by the journey itself, each in a way of its own. */
const OPENED_BESIDE = ['/customer-portal-site-login', '/customer-portal-site-preview-pdf', '/pay-invoice']

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')

async function expectPlain(page: Page, shows: Shown): Promise<void> {
  if (typeof shows === 'function') await shows(page)
  else await expect(page.getByText(shows).first(), page.url()).toBeVisible()
  expect(await straysOf(page), page.url()).toEqual([])
}

const straysOf = (page: Page): Promise<string[]> =>
  page.locator(STRAYS).evaluateAll((found) => found.map((one) => one.outerHTML))

async function walk(page: Page, screens: Screens): Promise<void> {
  for (const [, address, shows] of screens) {
    await page.goto(address, { waitUntil: 'commit' })
    await expectPlain(page, shows)
  }
}

/** Whatever ran, asked, or was fetched from elsewhere. */
async function watchForHits(context: BrowserContext): Promise<string[]> {
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

test('markup in whatever people can write is shown as text on every screen, in mails and in documents', async ({
  page,
  request,
  context,
  browserName,
}) => {
  test.slow()
  const hits = await watchForHits(context)
  const written = await writeEverywhere(request)
  const { company, customer, open, paid } = written
  expect(turn, 'all of them stand in some field of one line').toBeGreaterThanOrEqual(PAYLOADS.length)
  expect(PAYLOADS.length).toBeGreaterThanOrEqual(40)
  await expectNamesRefused(request, company)

  await logIn(page, company)
  const inBrowser = await page.evaluate(() =>
    Object.keys(
      (window as unknown as { __TSR_ROUTER__: { routesByPath: object } }).__TSR_ROUTER__.routesByPath,
    ),
  )
  const staff = staffScreens(written)
  const portal = portalScreens(written)
  // The lists that are read from the sources are those that the app has.
  expect([...new Set(inBrowser.map((path) => path.replace(/(.)\/$/, '$1')))].sort()).toEqual(
    businessAddresses(),
  )
  const opened = [...staff, ...portal].map(([route]) => route)
  expect([...new Set([...opened, ...SHOWING_NOTHING, ...OPENED_BESIDE])].sort()).toEqual(
    [...new Set([...businessAddresses(), ...portalAddresses()])].sort(),
  )

  await walk(page, staff)
  await walk(page, [['/', '/', customer.name]])
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
  await walk(page, portal)
  await readMails(page, request, written)
  await walkPreviews(await context.newPage(), request, written)
  expect(hits).toEqual([])
  // A stock Firefox can't be told to hold nothing back.
  if (browserName !== 'firefox') await expectNoticed(context, written)
})

/** The same screens in a browser that takes every text for markup, and holds nothing back: that is noticed. */
async function expectNoticed(context: BrowserContext, { company, open }: Written): Promise<void> {
  const careless = await context.browser()!.newContext({
    baseURL: productUrl(),
    bypassCSP: true,
  })
  try {
    const hits = await watchForHits(careless)
    await careless.route(/evil\.test/, (route) => route.abort())
    const strays: string[] = []
    const page = await careless.newPage()
    // Whoever signs in is careful still, or the dashboard itself might be led away from.
    await logIn(page, company)
    expect([hits, strays]).toEqual([[], []])
    await careless.exposeFunction('strayed', (html: string) => strays.push(html))
    await careless.addInitScript((selector) => {
      // Told at once, as some of what is written leads the page away before anybody else could look.
      new MutationObserver(() => {
        const stray = document.querySelector(selector)
        if (stray) (window as unknown as { strayed: (html: string) => void }).strayed(stray.outerHTML)
      }).observe(document, { childList: true, subtree: true })
      const plain = Object.getOwnPropertyDescriptor(Node.prototype, 'textContent')!
      Object.defineProperty(Node.prototype, 'textContent', {
        ...plain,
        set(this: Node, text: string) {
          if (this instanceof HTMLElement && text.includes('<')) this.innerHTML = text
          else plain.set!.call(this, text)
        },
      })
    }, STRAYS)
    await page.goto(`/invoices/${open.pk}`, { waitUntil: 'commit' })
    await expect.poll(() => strays.length, 'strays are told').toBeGreaterThan(0)
    await expect.poll(() => hits).toContain('a script ran')
  } finally {
    await careless.close()
  }
}

/** The names of people take no markup at all, and neither does the name of who gets a report. */
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

/** Every mail to anybody here, as the bare HTML that it is, where no policy holds anything back. */
async function readMails(page: Page, request: APIRequestContext, written: Written): Promise<void> {
  const { company, customer, broken, invitee } = written
  const bare = await page.context().newPage()
  let last = ''
  for (const email of [company.email, customer.email, broken.email, invitee]) {
    const mails = await callApi<{ id: string; html: string }[]>(request, 'GET', `/api/dev/mail/?to=${email}`)
    expect(mails.length, email).toBeGreaterThan(0)
    last = mails[0]!.id
    for (const { html } of mails) {
      await bare.setContent(html)
      expect(await bare.locator(STRAYS).count(), html).toBe(0)
    }
  }
  await bare.close()
  await walk(page, [
    ['mailbox', '/dev/mail', /Bakery/],
    ['mail', `/dev/mail/${last}`, /Bakery/],
  ])
}

/** Staff in the customer's place. Each code opens once. */
async function walkPreviews(page: Page, request: APIRequestContext, written: Written): Promise<void> {
  const { company, customer, open } = written
  for (const [body, shows] of [
    [{}, customer.name],
    [{ invoice: open.pk, opens: 'pdf' }, onDocument('Cups')],
  ] as const) {
    const path = `customers/${customer.pk}/preview/`
    const { url } = await inCompany<{ url: string }>(request, company, 'POST', path, body)
    await page.goto(url)
    await expectPlain(page, new RegExp(escaped(customer.name)))
    await expectPlain(page, shows)
  }
}
