import { describe, expect, it } from 'vitest'
import { gateBefore, needsActiveSubscription, PROTECTED_PAGES, type UserState } from './gates.ts'

const open = { subscriptionActive: true, hasType: true, asksType: true }
const userState = (account: Partial<NonNullable<UserState['account']>>, emailVerified = true): UserState => ({
  emailVerified,
  account: { ...open, ...account },
})
const SETTINGS = ['company-information', 'account-settings', 'payment-settings', 'profile'].map(
  (page) => `/settings/${page}`,
)

describe('pages that need an active subscription', () => {
  it('match the listed paths and those below them', () => {
    expect([...PROTECTED_PAGES].sort()).toEqual(
      (
        '/ /automatic-payments /customer-details /customer-portal /customers /invoice-view /invoices ' +
        '/late-fees /payment-plans /payment-processing /reminders /reminders/flows /reminders/templates'
      ).split(' '),
    )
    for (const page of PROTECTED_PAGES) expect(needsActiveSubscription(page), page).toBe(true)
    for (const page of [
      '/invoices/',
      '/customers/0190',
      '/payment-processing/cases',
      '/credit-memos/1',
      '/imports',
    ])
      expect(needsActiveSubscription(page), page).toBe(true)
  })

  it('exclude the settings, the first steps, and names with the same prefix', () => {
    for (const page of [
      ...SETTINGS,
      '/settings',
      '/getting-started',
      '/invoices-of-old',
      '/registration/plan-selection',
    ])
      expect(needsActiveSubscription(page), page).toBe(false)
  })
})

describe('the gates', () => {
  it('redirects an unverified user first, whatever else is missing', () => {
    for (const page of ['/', '/settings/profile', '/settings/plan-billing'])
      expect(gateBefore(page, userState({ subscriptionActive: false, hasType: false }, false))).toBe(
        '/check-your-email',
      )
    expect(gateBefore('/', { emailVerified: false, account: null })).toBe('/check-your-email')
  })

  it('then requires the subscription, on protected pages only', () => {
    for (const page of PROTECTED_PAGES)
      expect(gateBefore(page, userState({ subscriptionActive: false, hasType: false }))).toBe(
        '/settings/plan-billing',
      )
    for (const page of SETTINGS) expect(gateBefore(page, userState({ subscriptionActive: false }))).toBeNull()
  })

  it('then requires the account type, where the choice is offered', () => {
    for (const page of ['/', '/invoices', '/settings/profile'])
      expect(gateBefore(page, userState({ hasType: false }))).toBe('/choose-account-type')
    expect(gateBefore('/settings/profile', userState({ subscriptionActive: false, hasType: false }))).toBe(
      '/choose-account-type',
    )
    expect(gateBefore('/', userState({ hasType: false, asksType: false }))).toBeNull()
  })

  it('excludes the billing page from the later gates, so that no redirect loops', () => {
    for (const path of ['/settings/plan-billing', '/settings/plan-billing/'])
      expect(gateBefore(path, userState({ subscriptionActive: false, hasType: false }))).toBeNull()
  })

  it('lets a complete user pass, and waits for the account', () => {
    expect(gateBefore('/', userState({}))).toBeNull()
    expect(gateBefore('/', { emailVerified: true, account: null })).toBeNull()
  })
})
