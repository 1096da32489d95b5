import { expect, it } from 'vitest'
import type { CustomerDetail } from '../../../contract/customers.ts'
import { blankCustomer, bodyOfCustomer, changesOfCustomer, valuesOfCustomer } from './customer-values.ts'

const customer = {
  ...bodyOfCustomer(blankCustomer('USD')),
  emails: ['two@harbor.test', 'three@harbor.test'],
  email_roles: [{ email: 'three@harbor.test', role: 'copy' }],
  group: { pk: 'g', name: 'Schools', memberships: [] },
} as unknown as CustomerDetail

const TWO = { email: 'two@harbor.test', role: 'billing' as const }
const THREE = { email: 'three@harbor.test', role: 'copy' as const }
const FOUR = { email: ' four@harbor.test ', role: 'receipts' as const }

it('sends the fields that were changed, with the values they had', () => {
  const values = valuesOfCustomer(customer)
  expect(values).toMatchObject({ emails: [TWO, THREE], group: 'g', parent: '' })
  expect(changesOfCustomer(customer, bodyOfCustomer(values))).toEqual({ if_unchanged: {} })
  expect(
    changesOfCustomer(
      customer,
      bodyOfCustomer({ ...values, fax: '414.555.0142', emails: [TWO, FOUR, { email: '', role: 'copy' }] }),
    ),
  ).toEqual({
    fax: '414.555.0142',
    emails: ['two@harbor.test', 'four@harbor.test'],
    email_roles: [{ email: 'four@harbor.test', role: 'receipts' }],
    if_unchanged: { fax: '', emails: ['two@harbor.test', 'three@harbor.test'], email_roles: [THREE] },
  })
})
