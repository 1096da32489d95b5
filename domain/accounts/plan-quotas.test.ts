import { expect, it } from 'vitest'
import { readQuotaSetting } from './plan-quotas.ts'

it('accepts a whole number or none as a cap', () => {
  expect(readQuotaSetting('MAX_INVOICES=500')).toEqual({ quota: 'MAX_INVOICES', most: 500 })
  expect(readQuotaSetting(' MAX_SUB_ACCOUNTS=0 ')).toEqual({ quota: 'MAX_SUB_ACCOUNTS', most: 0 })
  expect(readQuotaSetting('MAX_ADMIN_USERS=none')).toEqual({ quota: 'MAX_ADMIN_USERS', most: null })
  for (const text of [
    '',
    'MAX_INVOICES',
    'MAX_INVOICES=',
    'MAX_INVOICES=-1',
    'MAX_INVOICES=1.5',
    'MAX_CATS=3',
  ])
    expect(readQuotaSetting(text), text).toBeNull()
  expect(readQuotaSetting('MAX_INVOICES=9999999999'), 'more than the database holds').toBeNull()
})
