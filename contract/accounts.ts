import { z } from 'zod'
import { FLAGS } from '../domain/accounts/flags.ts'
import { DATE_FORMATS, isTimeZone } from '../domain/dates/calendar.ts'
import { PAYMENT_TERMS } from '../domain/dates/terms.ts'
import { LONGEST_PROMISE_DAYS } from '../domain/invoices/answers.ts'
import { PAYMENT_TYPES } from '../domain/payments/payment-status.ts'
import { isHolidayCountry } from '../domain/reminders/holiday-countries.ts'
import { accountConnection } from './accounting/shapes.ts'
import { asRead, asReadWithGroups } from './accounts/as-read.ts'
import { BANK_DETAIL_NAMES, companyLook, companyLookChanges } from './accounts/company-look.ts'
import { plan, subscription } from './accounts/plan.ts'
import { portalPreferences } from './accounts/portal-preferences.ts'
import { postalAddress, postalAddressReply } from './accounts/postal-address.ts'
import { route } from './route.ts'
import {
  accountParams,
  companyName,
  currency,
  email,
  id,
  instant,
  language,
  line,
  listQuery,
  orderBy,
  paged,
  phone,
  strict,
  text,
  webAddress,
} from './shapes.ts'

const membership = z.object({
  user: id,
  user_short_name: z.string(),
  user_full_name: z.string(),
  user_email: z.string(),
  is_admin: z.boolean(),
  is_owner: z.boolean(),
  role: z.enum(['owner', 'admin', 'advisor', 'viewer']),
})

export const company = z.object({
  url: z.string(),
  pk: id,
  name: z.string(),
  postal_address: z.object({ name: z.string(), ...postalAddressReply }),
  email: z.string(),
  phone: z.string(),
  profile: z.null().describe('no directory of companies is connected to Quittance'),
  source: z
    .string()
    .describe('where the company keeps its books: local, or the accounting platform that it connected'),
  website: z.string(),
  description: z.string(),
  logo: z.string().nullable().describe('address of the logo, or null'),
  ...companyLook,
  memberships: z.array(membership),
})

export const account = z.object({
  url: z.string(),
  pk: id,
  id,
  company,
  currency: z.string(),
  language: z.string(),
  timezone: z.string(),
  date_format: z.enum(['MDY', 'DMY', 'YMD']),
  account_type: z.enum(['local', 'provider']).nullable(),
  new_ui: z.boolean(),
  local_invoices_enabled: z.boolean(),
  flags: z.record(z.enum(FLAGS), z.boolean()).describe('as decided for this account'),
  subscription,
  plan: plan.nullable().describe('null before a plan was chosen, and where no plans are sold'),
  sells_plans: z.boolean().describe('plans are sold here, so a trial ends and features depend on the plan'),
  canceled_at: instant.nullable(),
  userlist_token: z.null().describe('no user-list service is connected to Quittance'),
  blocked: z.boolean().describe('stopped by the operator: only the settings are open'),
  closing: z
    .object({ closed_at: instant, delete_at: instant.describe('everything is deleted then') })
    .nullable()
    .describe('closed by an owner, who can reopen it: only the settings are open'),
  account_messages: z
    .array(z.object({ text: z.string(), tone: z.enum(['info', 'warning']) }))
    .describe('of the operator to the account’s people'),
  is_active: z.boolean(),
  system_enabled: z.boolean(),
  holding_on_weekend: z.boolean(),
  holiday_country: z
    .string()
    .nullable()
    .describe('reminders wait for the end of its public holidays; null for none'),
  partial_payments: z.boolean(),
  prepayments: z.boolean().describe('customers can pay more than is due; the rest becomes their credit'),
  save_methods_by_default: z.boolean().describe('the box that saves the payment method is ticked at first'),
  customers_may_promise: z.boolean().describe('to pay an invoice by a day'),
  customers_may_dispute: z.boolean().describe('an invoice, on its page'),
  promise_max_days: z.number().int().describe('days ahead that a customer can promise'),
  card_surcharge: z.string().describe('percent'),
  e_check_surcharge: z.string().describe('percent'),
  email_on_payment: z.boolean().describe('the owners get a mail of each payment that a customer makes'),
  un_subscribe_from_all_system_emails: z
    .boolean()
    .describe('the owners get no mail about payments, returns, cases and failed automatic payments'),
  use_legacy_reminders: z
    .boolean()
    .describe('another system sends the reminders: flows send none, and automatic payments continue'),
  default_terms: z.string(),
  default_notes: z.string(),
  portal_url: z.string(),
  role: z.enum(['owner', 'admin', 'advisor', 'viewer']),
  payment_connections: z.array(
    z.object({
      provider: z.string(),
      name: z.string(),
      status: z.string(),
      since: instant.describe('a built-in processor is there from the account’s first day'),
      live: z.boolean().describe('false where no money moves: the Sandbox, or test keys'),
      types: z.array(z.enum(PAYMENT_TYPES)).describe('what payers can use'),
      trials: z
        .array(z.object({ number: z.string(), outcome: z.string() }))
        .describe('numbers to try it with, where no money moves; none where it does'),
    }),
  ),
  accounting_connection: accountConnection
    .nullable()
    .describe('null for local accounts, and before the first connection'),
  second_factor: z.object({
    required: z.boolean().describe('the company asks its owners and admins for two-step login'),
    by_connection: z.boolean().describe('they need it in any case: a processor here moves real money'),
    missing: z.boolean().describe('the caller needs two-step login before anything else'),
  }),
  outbound_held: z
    .boolean()
    .describe('this is a restored copy, which neither sends nor charges until it is released'),
  today: z.string().describe('the calendar date in the account’s time zone, by the product’s clock'),
  created: instant,
})

/** The account as login returns it. A portal's login returns only these fields too. */
export const accountSummary = z.object({
  pk: id,
  id,
  company: z.object({ pk: id, name: z.string(), logo: z.string().nullable() }),
  currency: z.string(),
  account_type: z.enum(['local', 'provider']).nullable(),
  new_ui: z.boolean(),
  role: z.enum(['owner', 'admin', 'advisor', 'viewer', 'customer']),
})

const settings = {
  currency: currency.optional(),
  timezone: z.string().refine(isTimeZone, 'Choose a time zone.').optional(),
  language: language.optional(),
  date_format: z.enum(DATE_FORMATS).optional(),
  second_factor_required: z.boolean('Must be true or false.').optional(),
  system_enabled: z.boolean().optional(),
  holding_on_weekend: z.boolean().optional(),
  holiday_country: z.string().refine(isHolidayCountry, 'Choose a country.').nullable().optional(),
  partial_payments: z.boolean().optional(),
  prepayments: z.boolean('Must be true or false.').optional(),
  save_methods_by_default: z.boolean('Must be true or false.').optional(),
  customers_may_promise: z.boolean('Must be true or false.').optional(),
  customers_may_dispute: z.boolean('Must be true or false.').optional(),
  promise_max_days: z
    .number('Enter a number of days.')
    .int('Enter whole days.')
    .min(1, 'Allow at least 1 day.')
    .max(LONGEST_PROMISE_DAYS, `Allow at most ${LONGEST_PROMISE_DAYS} days.`)
    .optional(),
  card_surcharge: text(10).optional(),
  e_check_surcharge: text(10).optional(),
  email_on_payment: z.boolean().optional(),
  un_subscribe_from_all_system_emails: z.boolean('Must be true or false.').optional(),
  use_legacy_reminders: z.boolean('Must be true or false.').optional(),
  default_terms: z.enum(PAYMENT_TERMS).optional(),
  default_notes: text(2000).optional(),
}

const companyFields = {
  name: companyName.optional(),
  email: z.union([z.literal(''), email]).optional(),
  phone: phone.optional(),
  website: webAddress.optional(),
  description: text(1000).optional(),
  ...companyLookChanges,
  postal_address: strict(postalAddress).partial().optional(),
}

const companyAsRead = asReadWithGroups(companyFields, {
  postal_address: Object.keys(postalAddress) as (keyof typeof postalAddress)[],
  bank_details: BANK_DETAIL_NAMES,
})

export const accounts = {
  list: route({
    method: 'GET',
    path: '/api/accounts/',
    summary: 'List the accounts the user can work in',
    access: { kind: 'user' },
    query: strict({ ...listQuery, order_by: orderBy(['company_name', 'created'], 'company_name') }),
    reply: paged(account),
  }),
  read: route({
    method: 'GET',
    path: '/api/accounts/:account/',
    summary: 'Read an account',
    access: { kind: 'staff', right: 'settings.read', keys: 'never' },
    params: accountParams,
    reply: account.extend({
      currency_fixed: z
        .boolean()
        .describe('something is booked in the account, so that its currency can no longer be changed'),
    }),
  }),
  setAccountType: route({
    method: 'POST',
    path: '/api/accounts/:account/set-account-type/',
    summary: 'Choose, once, between local invoices and an accounting platform',
    access: { kind: 'staff', right: 'settings.write' },
    params: accountParams,
    body: strict({
      account_type: z.enum(['local', 'provider', 'other'], 'account_type is local or provider.'),
    }),
    reply: account,
  }),
  updateSettings: route({
    method: 'PATCH',
    path: '/api/accounts/:account/update-settings/',
    summary: 'Change settings',
    access: { kind: 'staff', right: 'settings.write' },
    params: accountParams,
    body: strict({ ...settings, if_unchanged: asRead(settings) }),
    reply: account,
  }),
  updateCompany: route({
    method: 'PATCH',
    path: '/api/accounts/:account/company/',
    summary: 'Change the company’s information',
    access: { kind: 'staff', right: 'company.write' },
    params: accountParams,
    body: strict({ ...companyFields, if_unchanged: companyAsRead }),
    reply: account,
  }),
  uploadLogo: route({
    method: 'PUT',
    path: '/api/accounts/:account/company/logo/',
    summary: 'Upload the logo: PNG, JPEG or WebP, up to 2 MiB. It is re-encoded',
    access: { kind: 'staff', right: 'company.write' },
    params: accountParams,
    body: { file: ['image/png', 'image/jpeg', 'image/webp'], maxBytes: 2 * 1024 * 1024 },
    reply: account,
  }),
  fetchLogo: route({
    method: 'POST',
    path: '/api/accounts/:account/company/logo/',
    summary: 'Read the logo once from a public web address, and keep a copy. It is re-encoded',
    access: { kind: 'staff', right: 'company.write' },
    rateLimit: { limit: 10, windowSeconds: 60 },
    params: accountParams,
    body: strict({ url: line(2000).describe('http becomes https; up to 2 MiB of PNG, JPEG or WebP') }),
    reply: account,
  }),
  removeLogo: route({
    method: 'DELETE',
    path: '/api/accounts/:account/company/logo/',
    summary: 'Remove the logo',
    access: { kind: 'staff', right: 'company.write' },
    params: accountParams,
    reply: account,
  }),
  ...portalPreferences,
  readLogo: route({
    method: 'GET',
    path: '/api/logos/:account/:file/',
    summary: 'Read a company’s current logo',
    access: { kind: 'public', host: 'any' },
    rateLimit: { limit: 600, windowSeconds: 60 },
    params: strict({ account: id, file: id }),
    reply: 'file',
  }),
}
