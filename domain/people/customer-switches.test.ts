import { describe, expect, it } from 'vitest'
import { findOffSwitch } from '../reminders/decide-reminder.ts'
import { CUSTOMER_SWITCHES, findSwitchOff, type SwitchLevels } from './customer-switches.ts'

const ALL_ON = { reminders: true, statements: true, late_fees: true, auto_pay: true }
const ON: SwitchLevels = {
  accountIsOn: true,
  usesLegacyReminders: false,
  customerIsActive: true,
  own: ALL_ON,
  group: ALL_ON,
}

describe('findSwitchOff', () => {
  it.each(CUSTOMER_SWITCHES)('names the level that switches %s off, the highest one first', (name) => {
    const off = { ...ALL_ON, [name]: false }
    expect(findSwitchOff(name, ON)).toBeNull()
    expect(findSwitchOff(name, { ...ON, group: off })).toBe('group')
    expect(findSwitchOff(name, { ...ON, group: off, own: off })).toBe('customer')
    expect(findSwitchOff(name, { ...ON, own: off, customerIsActive: false })).toBe('inactive')
    expect(findSwitchOff(name, { ...ON, customerIsActive: false, accountIsOn: false })).toBe('account')
    for (const other of CUSTOMER_SWITCHES.filter((one) => one !== name))
      expect(findSwitchOff(other, { ...ON, group: off, own: off })).toBeNull()
  })

  it('keeps reminders alone off while another system sends them', () => {
    expect(
      CUSTOMER_SWITCHES.filter((name) => findSwitchOff(name, { ...ON, usesLegacyReminders: true })),
    ).toEqual(['reminders'])
  })

  it('agrees with the decision about a reminder at every combination', () => {
    const both = [true, false]
    for (const accountIsOn of both)
      for (const customerIsActive of both)
        for (const own of both)
          for (const group of both) {
            const shown = findSwitchOff('reminders', {
              ...ON,
              accountIsOn,
              customerIsActive,
              own: { ...ALL_ON, reminders: own },
              group: { ...ALL_ON, reminders: group },
            })
            const facts = { isActive: customerIsActive, remindersOn: own, groupRemindersOn: group }
            const decided = findOffSwitch(
              { ...facts, hasAddress: true, addressMark: null, pause: null, lastSentOn: null },
              accountIsOn,
            )
            const expected = {
              account_off: 'account',
              customer_inactive: 'inactive',
              customer_off: 'customer',
              group_off: 'group',
            }
            expect(shown).toBe(decided === null ? null : expected[decided as keyof typeof expected])
          }
  })
})
