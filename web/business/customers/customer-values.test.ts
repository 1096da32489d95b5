import { expect, it } from 'vitest'
import type { CustomerDetail } from '../../../contract/customers.ts'
import { blankCustomer, bodyOfCustomer, changesOfCustomer, valuesOfCustomer } from './customer-values.ts'

const customer = {
  ...bodyOfCustomer(blankCustomer('USD')),
  emails: ['two@harbor.test', 'three@harbor.test'],
  group: { pk: 'g', name: 'Schools', memberships: [] },
} as unknown as CustomerDetail

it('sends the fields that were changed, with the values they had', () => {
  const values = valuesOfCustomer(customer)
  expect(values).toMatchObject({ emails: 'two@harbor.test, three@harbor.test', group: 'g', parent: '' })
  expect(changesOfCustomer(customer, bodyOfCustomer(values))).toEqual({ if_unchanged: {} })
  expect(
    changesOfCustomer(
      customer,
      bodyOfCustomer({ ...values, fax: '414.555.0142', emails: 'a@b.test;c@b.test' }),
    ),
  ).toEqual({
    fax: '414.555.0142',
    emails: ['a@b.test', 'c@b.test'],
    if_unchanged: { fax: '', emails: ['two@harbor.test', 'three@harbor.test'] },
  })
})
