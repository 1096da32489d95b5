import type { Page } from '@playwright/test'
import { expect } from '../fixtures.ts'
import { portalOf } from '../steps/portal.ts'
import type { MarkupRecords } from './markup-records.ts'

export type Shown = string | RegExp | ((page: Page) => Promise<void>)
/** Each screen's route in the app, an address of it, and a user's text that it shows. */
export type Screens = readonly (readonly [route: string, address: string, shows: Shown])[]

const field =
  (label: string | RegExp, value: string | RegExp): Shown =>
  (page) =>
    expect(page.getByLabel(label).first()).toHaveValue(value)
/** Expects text in the text layer of the document viewer's first page. */
export const onDocument =
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

const followUpScreens = ({ company, flow, rule, customer, plan }: MarkupRecords): Screens => [
  ['/payment-plans', '/payment-plans', customer.name],
  ['/payment-plans/new', `/payment-plans/new?customer=${customer.pk}`, 'Propose a payment plan'],
  ['/payment-processing/payouts', '/payment-processing/payouts', /No payouts yet/],
  ['/payment-plans/$planId', `/payment-plans/${plan.pk}`, plan.message],
  [
    '/payment-plans/$planId/edit',
    `/payment-plans/${plan.pk}/edit`,
    field('Message to the customer', plan.message),
  ],
  ['/reminders', '/reminders', /Nothing is planned/],
  ['/reminders/flows', '/reminders/flows', flow.name],
  ['/reminders/flows/$flowId', `/reminders/flows/${flow.pk}`, flow.name],
  ['/reminders/flows/$flowId/rehearsal', `/reminders/flows/${flow.pk}/rehearsal`, 'Rehearsal'],
  ['/reminders/templates', '/reminders/templates', flow.name],
  ['/automatic-payments', '/automatic-payments', /Nobody pays automatically/],
  ['/late-fees', '/late-fees', /No late fees/],
  ['/late-fees/rules', '/late-fees/rules', rule.name],
  ['/late-fees/rules/$ruleId', `/late-fees/rules/${rule.pk}`, rule.name],
  ['/late-fees/rules/$ruleId/rehearsal', `/late-fees/rules/${rule.pk}/rehearsal`, rule.name],
  ['/reports', '/reports', 'Reports'],
  ['/reports/$report', '/reports/debtors', customer.name],
  ['/reports/$report/list', '/reports/sources/list?source=by_hand', 'Collected in twelve months'],
  ['/statements', '/statements', customer.name],
  ['/worklist', '/worklist', /Nothing to do/],
  ['/settings/account', '/settings/account', 'Export everything'],
  ['/companies', '/companies', company.name],
  ['/companies/clients', '/companies/clients', /No client companies yet/],
]

const developerScreens = ({ webhook }: MarkupRecords): Screens => [
  ['/settings/reports', '/settings/reports', 'First Bank'],
  ['/settings/developers', '/settings/developers', /Key/],
  [
    '/settings/developers/webhooks/$webhook',
    `/settings/developers/webhooks/${webhook.pk}`,
    'https://hooks.example.com/',
  ],
]

export const staffScreens = (records: MarkupRecords): Screens => {
  const { company, group, customer, broken, open, voided, lost, edited, memo, check, paid, run, note } =
    records
  const own = `/api/accounts/${company.accountId}`
  return [
    ['/', '/', customer.name],
    ['/customers', '/customers', broken.name.trim()],
    ['/customers/groups', '/customers/groups', group.name],
    ['/customers/$customerId', `/customers/${customer.pk}`, /Quay/],
    ['/customers/$customerId', `/customers/${customer.pk}`, group.name],
    ['/customers/$customerId/statement', `/customers/${customer.pk}/statement`, customer.name],
    ['/customers/$customerId', `/customers/${broken.pk}`, broken.name.trim()],
    ['/customer-details', `/customer-details?customer=${customer.pk}`, customer.name],
    ['/customer-portal', '/customer-portal', customer.name],
    ['/customer-portal/requests', '/customer-portal/requests', /Bakers/],
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
    [
      '/payment-processing/cases',
      '/payment-processing/cases?state=closed',
      new RegExp(escapeForPattern(note)),
    ],
    ['/activity', '/activity', customer.name],
    ...followUpScreens(records),
    ['/imports', '/imports', run.name],
    ['/imports/$importId', `/imports/${run.pk}`, run.name],
    ['/migration-started', '/migration-started', run.name],
    ['/settings/company-information', '/settings/company-information', field('Company name', company.name)],
    ['/settings/account-settings', '/settings/account-settings', field('Note to the customer', /onerror/)],
    ['/settings/email-delivery', '/settings/email-delivery', 'SPF'],
    ['/settings/team', '/settings/team', /@journey\.test/],
    ...developerScreens(records),
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
    [
      '/signup/invite/$code',
      new URL(records.invitation).pathname,
      new RegExp(escapeForPattern(company.name)),
    ],
    ['/ista-report', records.report.url, customer.name],
  ]
}

export const portalScreens = (records: MarkupRecords): Screens => {
  const { company, open, paid, enrollment, unsubscribing } = records
  const site = `${portalOf(company)}/customer-portal-site`
  return [
    ['/customer-portal-site', `${site}?tab=1`, company.name],
    ['/customer-portal-site', `${site}?tab=1`, inLoginDialog(company.name)],
    ['/customer-portal-site', `${site}?tab=2`, open.number],
    ['/customer-portal-site', `${site}?tab=4`, open.number],
    ['/customer-portal-site', `${site}?tab=payments`, 'Payment method'],
    ['/customer-portal-site', `${site}?tab=details`, company.name],
    ['/customer-portal-site', `${site}?tab=2&invoice=${open.pk}`, /^Cups/],
    ['/document-viewer', portalOf(company) + viewer(`/api/invoices/${open.pk}/pdf/`), onDocument('Cups')],
    ['/document-viewer', portalOf(company) + viewer(paid.receipt), onDocument('Bakery')],
    ['/customer-portal-site-enrol', enrollment, company.name],
    ['/customer-portal-site-forgot-password', `${site}-forgot-password`, company.name],
    ['/unsubscribe', unsubscribing, company.name],
    ['/confirm-payment-plan', records.plan.url, records.plan.message],
    [
      '/sandbox-approve',
      `/sandbox-approve?${new URLSearchParams({ client_id: company.accountId, order: records.order })}`,
      company.name,
    ],
  ]
}

/** Screens that show no user's text, and screens that only redirect. */
export const WITHOUT_USER_TEXT = [
  ...['/$', '/check-your-email', '/choose-account-type', '/email-verification', '/forgot-password'],
  ...['/login', '/login-social', '/signup', '/signup/$', '/registration/create-account', '/privacy'],
  ...[
    '/customer-portal/settings',
    '/getting-started',
    '/registration',
    '/registration/$step',
    '/settings',
    '/settings/payment-settings',
    '/settings/payment-processor',
    '/settings/accounting-connection',
    '/settings/accounting-connection/conflicts',
  ],
  ...[
    '/settings/plan-billing',
    '/settings/plan-billing/card',
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
  ...['/stripe-callback', '/lawpay-callback', '/paypal-callback'],
]
/** Screens that the test opens separately, and a payout, which a night makes: e2e/processors/payouts.spec.ts. */
export const OPENED_SEPARATELY = [
  '/payment-processing/payouts/$payoutId',
  '/customer-portal-site-login',
  '/customer-portal-site-preview-pdf',
  '/pay-invoice',
]

export const escapeForPattern = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
