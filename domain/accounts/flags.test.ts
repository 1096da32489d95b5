import { describe, expect, it } from 'vitest'
import { decideFlags, FLAGS, readFlagSetting } from './flags.ts'

const local = { newUi: true, accountType: 'local' } as const

describe('flags that nobody has set', () => {
  it('dashboard-v3 is on when the account has the new interface', () => {
    expect(decideFlags(local, {})['dashboard-v3']).toBe(true)
    expect(decideFlags({ ...local, newUi: false }, {})['dashboard-v3']).toBe(false)
  })

  it('local-invoices is on when the account is local', () => {
    expect(decideFlags(local, {})['local-invoices']).toBe(true)
    expect(decideFlags({ ...local, accountType: 'provider' }, {})['local-invoices']).toBe(false)
    expect(decideFlags({ ...local, accountType: null }, {})['local-invoices']).toBe(false)
  })

  it('choose-account-type is on; paytrace, paypal, social login and the legacy portal are off', () => {
    for (const facts of [local, null])
      expect(decideFlags(facts, {})).toMatchObject({
        'choose-account-type': true,
        paytrace: false,
        paypal: false,
        'social-login': false,
        'legacy-portal': false,
      })
  })
})

it('every flag can be set for the installation, and otherwise for an account', () => {
  for (const flag of FLAGS)
    for (const on of [true, false]) {
      expect(decideFlags(local, { [flag]: on })[flag]).toBe(on)
      expect(decideFlags(null, { [flag]: on })[flag]).toBe(on)
      expect(decideFlags(local, { [flag]: !on }, { [flag]: on })[flag]).toBe(on)
    }
})

it('a setting is a known name, and on or off', () => {
  expect(readFlagSetting(' paypal=on')).toEqual({ flag: 'paypal', on: true })
  expect(readFlagSetting('dashboard-v3=off')).toEqual({ flag: 'dashboard-v3', on: false })
  for (const text of ['paypal', 'paypal=yes', 'bitcoin=on', '=on', 'paypal=on=off', '__proto__=on', ''])
    expect(readFlagSetting(text)).toBeNull()
})
