import { expect, it } from 'vitest'
import type { z } from 'zod'
import { contract } from '../../contract/index.ts'
import { MEMO_ORDERS } from './credit-memos/memo-look.ts'
import { CUSTOMER_ORDERS } from './customers/list/customer-params.ts'
import { INVOICE_ORDERS } from './invoices/list/invoice-filters.ts'
import { cleanPaging } from './list-search.ts'
import { CASE_ORDERS } from './payments/cases-list.ts'
import { PAYMENT_ORDERS } from './payments/payment-filters.ts'
import { LOGIN_ORDERS } from './portal/logins/login-search.ts'

const ORDERS = ['number', 'due_date']

it.each([
  { page: '1' },
  { page: '40000' },
  { page_size: '100' },
  { search: 'Kissa Oy' },
  { order_by: 'number' },
  { order_by: '-due_date' },
  { order_by: '+due_date' },
  { view: 'open' },
])('keeps %j', (search) => {
  expect(cleanPaging(search, ORDERS)).toEqual(search)
})

it.each([
  { page: '-1' },
  { page: '0' },
  { page: '1.5' },
  { page: '1e9' },
  { page: 'last' },
  { page_size: '7' },
  { search: 'a\0b' },
  { search: '\ud800' },
  { search: 'x'.repeat(101) },
  { order_by: 'foo' },
  { order_by: '--number' },
  { order_by: 'constructor' },
])('drops %j', (search) => {
  expect(cleanPaging({ ...search, view: 'open' }, ORDERS)).toEqual({ view: 'open' })
})

it.each([
  ['invoices', contract.invoices.list, INVOICE_ORDERS],
  ['customers', contract.customers.list, CUSTOMER_ORDERS],
  ['payments', contract.payments.list, PAYMENT_ORDERS],
  ['credit memos', contract.creditMemos.list, MEMO_ORDERS],
  ['payment cases', contract.paymentCases.list, CASE_ORDERS],
  ['portal logins', contract.portalLogins.list, LOGIN_ORDERS],
] as const)('knows every order of the list of %s', (_, { query }, orders) => {
  const { order_by } = (query as z.ZodObject).shape
  const refusal = (order_by as z.ZodType).safeParse('foo').error?.issues[0]?.message
  expect(refusal).toBe(`order_by is one of ${orders.join(', ')}, with - for descending.`)
})

it.each(['page', 'page_size', 'search'] as const)('drops a %s that the API refuses', (name) => {
  const shape = (contract.invoices.list.query as z.ZodObject).shape[name] as z.ZodType
  for (const value of ['0', '-1', '7', '100', 'x'.repeat(101), 'a\0b'])
    expect(cleanPaging({ [name]: value }, []), value).toEqual(
      shape.safeParse(value).success ? { [name]: value } : {},
    )
})
