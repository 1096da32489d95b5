import { z } from 'zod'
import { PAYMENT_TERMS } from '../domain/dates/terms.ts'
import { SWITCH_SOURCES } from '../domain/people/customer-switches.ts'
import { EMAIL_ROLES } from '../domain/people/email-roles.ts'
import { filters } from './filters.ts'
import { chosenRows, listExport } from './lists/list-export.ts'
import { route } from './route.ts'
import {
  accountParams,
  address,
  amount,
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
  requiredLine,
  strict,
  text,
} from './shapes.ts'

/** Amounts owed in one currency, by age. They add up to `total`. */
export const agingFigures = z.object({
  currency: z.string(),
  current: amount,
  days_30: amount,
  days_60: amount,
  days_90: amount,
  over_90: amount,
  total: amount,
})

const switchInForce = z.object({
  on: z.boolean(),
  off_by: z
    .enum(SWITCH_SOURCES)
    .nullable()
    .describe('what switches it off, the highest first; null while it is on'),
})

export const customer = z.object({
  pk: id,
  id,
  short_name: z.string(),
  company_name: z.string(),
  is_active: z.boolean(),
  parent: id.nullable(),
  balance: amount,
  currency: z.string(),
  average_days_past_due: z
    .number()
    .nullable()
    .describe('mean of today minus due date over the open invoices that are past due; null without any'),
  email: z.string(),
  emails: z.array(z.string()),
  email_roles: z
    .array(z.object({ email: z.string(), role: z.enum(EMAIL_ROLES) }))
    .describe('of emails whose role is not billing'),
  primary_phone: z.string(),
  alternate_phone: z.string(),
  mobile_phone: z.string(),
  fax: z.string(),
  terms: z.string().nullable(),
  group: z.object({ pk: id, name: z.string(), memberships: z.array(id) }).nullable(),
  portal_details: z.object({ customer: id, email: z.string(), invite_accepted: z.boolean() }).nullable(),
  reminders_status: z.boolean(),
  statements_status: z.boolean(),
  late_fees_status: z.boolean(),
  language: language.nullable().describe('of its emails; null for the account’s'),
  auto_pay_status: z.boolean().describe('the customer agreed to automatic payments'),
  switches: z
    .object({
      reminders: switchInForce,
      statements: switchInForce,
      late_fees: switchInForce,
      auto_pay: switchInForce,
    })
    .describe('what is in force, with the switches of the account and of the group'),
  open_invoices_count: z.number().int(),
  merged_into: id.nullable().describe('the customer that this duplicate was merged into'),
  erased_at: instant.nullable().describe('personal data was replaced by a tombstone'),
  created: instant,
})

const relatedCustomer = z.object({
  pk: id,
  short_name: z.string(),
  balance: amount,
  currency: z.string(),
  open_invoices_count: z.number().int(),
})

export const customerDetail = customer.extend({
  addressline1: z.string(),
  addressline2: z.string(),
  city: z.string(),
  state: z.string(),
  postal_code: z.string(),
  country: z.string(),
  notes: z.string(),
  parent_name: z.string().nullable(),
  merged_into_name: z.string().nullable(),
  merged_in: z
    .string()
    .nullable()
    .describe('the accounting platform in whose books it was merged; null where that was done here'),
  merged: z
    .array(
      relatedCustomer.extend({
        merged_in: z.string().nullable().describe('the accounting platform in whose books it was merged'),
        credit_left: amount.describe('of its credit memos and unapplied payments'),
      }),
    )
    .describe('duplicates that were merged into this one'),
  children: z
    .array(relatedCustomer)
    .describe('customers that belong to this one, without its duplicates; those who owe most, at most 20'),
  children_count: z.number().int(),
  unapplied_credit: amount,
  total_paid: amount,
  in_flight: amount.describe('being paid right now: reserved by payments under way'),
  aging: agingFigures,
  aging_with_merged: agingFigures.describe('what the customer and its duplicates owe together'),
})

export type CustomerDetail = z.output<typeof customerDetail>

const optionalEmail = z.union([z.literal(''), email])

const fields = {
  short_name: requiredLine(150),
  company_name: line(150).default(''),
  email: optionalEmail.default(''),
  emails: z.array(email).max(10, 'Use at most 10 more email addresses.').default([]),
  email_roles: z
    .array(strict({ email, role: z.enum(EMAIL_ROLES) }))
    .max(10, 'Use at most 10 more email addresses.')
    .default([])
    .describe('what each of emails gets: billing, unless it is here'),
  primary_phone: phone.default(''),
  alternate_phone: phone.default(''),
  mobile_phone: phone.default(''),
  fax: phone.default(''),
  currency: currency.optional(),
  terms: z.enum(PAYMENT_TERMS).nullable().default(null),
  parent: id.nullable().default(null),
  group: id.nullable().default(null),
  notes: text(5000).default(''),
  is_active: z.boolean().default(true),
  reminders_status: z.boolean().default(true),
  statements_status: z.boolean().default(true),
  late_fees_status: z.boolean().default(true),
  language: language.nullable().default(null),
  ...address,
}

/**
 * The same fields, each optional and without its default, so that a PATCH changes only the fields that it
 * names.
 */
const changes = Object.fromEntries(
  Object.entries(fields).map(([key, shape]) => [
    key,
    (shape instanceof z.ZodDefault ? shape.unwrap() : shape) as z.ZodType,
  ]),
) as {
  [K in keyof typeof fields]: (typeof fields)[K] extends z.ZodDefault<infer Inner>
    ? Inner
    : (typeof fields)[K]
}

/** Values of fields as they were read. They are compared with what is stored, so they keep its form. */
const readValue = z.union([text(320), z.boolean(), z.null()]).optional()
const asRead = strict({
  ...(Object.fromEntries(Object.keys(fields).map((key) => [key, readValue])) as unknown as {
    [K in keyof typeof fields]: typeof readValue
  }),
  notes: text(5000).optional(),
  emails: z.array(text(320)).max(10).optional(),
  email_roles: z
    .array(strict({ email: text(320), role: z.enum(EMAIL_ROLES) }))
    .max(10)
    .optional(),
})

/** Enough for every field twice: as it was read, and as it becomes. */
const CHANGE_LIMIT_BYTES = 160 * 1024

/** Search and filters of the list. */
export const customerMatch = {
  search: listQuery.search,
  ...filters({
    short_name: 'text',
    company_name: 'text',
    email: 'text',
    currency: 'text',
    balance: 'amount',
    is_active: 'boolean',
    created: 'date',
    parent: 'id',
    group: 'id',
    has_group: 'boolean',
    open_invoices_count: 'number',
    average_days_past_due: 'number',
    reminders_status: 'boolean',
    statements_status: 'boolean',
    late_fees_status: 'boolean',
  }),
}

const oneCustomer = strict({ account: id, customer: id })

const customerOrder = orderBy(
  [
    'short_name',
    'company_name',
    'balance',
    'created',
    'email',
    'open_invoices_count',
    'average_days_past_due',
  ],
  'short_name',
)

export const customers = {
  list: route({
    method: 'GET',
    path: '/api/accounts/:account/customers/',
    summary: 'List customers: paged, searched, filtered and ordered',
    access: { kind: 'staff', right: 'customers.read' },
    params: accountParams,
    query: strict({ ...listQuery, ...customerMatch, order_by: customerOrder }),
    reply: paged(customer),
  }),
  export: listExport('/api/accounts/:account/customers/export/', 'Export customers', {
    ...customerMatch,
    order_by: customerOrder,
    customers: chosenRows,
  }),
  create: route({
    method: 'POST',
    path: '/api/accounts/:account/customers/',
    summary: 'Add a customer',
    access: { kind: 'staff', right: 'customers.write' },
    params: accountParams,
    body: strict(fields),
    status: 201,
    reply: customerDetail,
  }),
  read: route({
    method: 'GET',
    path: '/api/accounts/:account/customers/:customer/',
    summary: 'Read a customer and what they owe',
    access: { kind: 'staff', right: 'customers.read' },
    params: oneCustomer,
    reply: customerDetail,
  }),
  update: route({
    method: 'PATCH',
    path: '/api/accounts/:account/customers/:customer/',
    summary: 'Change a customer. The currency is fixed once there is an invoice',
    access: { kind: 'staff', right: 'customers.write' },
    params: oneCustomer,
    body: strict({
      ...changes,
      if_unchanged: asRead.describe(
        'fields as they were read; one that somebody else changed since is refused',
      ),
    }).partial(),
    bodyLimitBytes: CHANGE_LIMIT_BYTES,
    reply: customerDetail,
  }),
}
