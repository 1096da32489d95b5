import { expect, it } from 'vitest'
import { groupOf, hasFeature, listQuotas, PLANS, planNamed, plansFor, REDUCED_FEATURES } from './plans.ts'

it('sells four plans at their prices', () => {
  expect(PLANS.map(({ name, amountMinor, group }) => [name, amountMinor, group])).toEqual([
    ['Sole Proprietor', 49_99n, 'BUSINESS_OWNER'],
    ['Small Business', 99_99n, 'BUSINESS_OWNER'],
    ['Enterprise', 199_99n, 'BUSINESS_OWNER'],
    ['Accounting Edition', 0n, 'ACCOUNTANT'],
  ])
  expect(PLANS.filter(({ isDefault }) => isDefault)).toHaveLength(1)
})

it('describes a plan without pro features as reduced', () => {
  for (const { features, description } of PLANS)
    expect(description.startsWith(REDUCED_FEATURES)).toBe(!features.includes('PRO_FEATURES'))
})

it('has every feature without a plan', () => {
  expect(hasFeature(null, 'SUB_ACCOUNT_MANAGEMENT')).toBe(true)
  expect(hasFeature('SOLE_PROPRIETOR', 'USER_MANAGEMENT')).toBe(false)
  expect(hasFeature('ENTERPRISE', 'NO_CONNECTION_FEES')).toBe(true)
})

it.each([
  [{ chosen: null, clientCompanies: 0, hasAdvisor: false }, 'BUSINESS_OWNER', 3],
  [{ chosen: null, clientCompanies: 0, hasAdvisor: true }, 'ACCOUNTANT_CLIENT', 3],
  [{ chosen: null, clientCompanies: 2, hasAdvisor: true }, 'ACCOUNTANT', 4],
  [{ chosen: 'PRO_ADVISOR', clientCompanies: 0, hasAdvisor: false }, 'PRO_ADVISOR', 4],
] as const)('offers %j the plans of its group', (facts, group, count) => {
  expect(groupOf(facts)).toBe(group)
  expect(plansFor(group)).toHaveLength(count)
})

it('lists whether client companies are allowed as a boolean', () => {
  const clients = (name: 'SOLE_PROPRIETOR' | 'ENTERPRISE') =>
    listQuotas(planNamed(name)).find(({ codename }) => codename === 'SUB_ACCOUNTS')
  expect(clients('SOLE_PROPRIETOR')).toMatchObject({ is_boolean: true, value: false })
  expect(clients('ENTERPRISE')).toMatchObject({ is_boolean: true, value: true })
})
