import { expect, it } from 'vitest'
import { receiptAddressesOf, reminderAddressesOf, tidyRoles } from './email-roles.ts'

const customer = {
  email: 'main@harbor.test',
  extraEmails: ['ap@harbor.test', 'tax@harbor.test', 'books@harbor.test'],
  emailRoles: [
    { email: 'tax@harbor.test', role: 'copy' },
    { email: 'books@harbor.test', role: 'receipts' },
  ],
} as const

it('sends reminders to all but copies, and receipts to those who ask for them', () => {
  expect(reminderAddressesOf(customer)).toEqual(['main@harbor.test', 'ap@harbor.test', 'books@harbor.test'])
  expect(receiptAddressesOf(customer)).toEqual(['main@harbor.test', 'books@harbor.test'])
  const without = { ...customer, email: '' }
  expect(receiptAddressesOf(without)).toEqual(['books@harbor.test'])
})

it('keeps the roles of addresses that are there, but for billing', () => {
  const roles = [...customer.emailRoles, { email: 'ap@harbor.test', role: 'billing' as const }]
  expect(tidyRoles(['books@harbor.test', 'ap@harbor.test'], roles)).toEqual([customer.emailRoles[1]])
})
