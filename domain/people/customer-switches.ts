/** Things that an account does to its customers by itself, by the names of the API. */
export const CUSTOMER_SWITCHES = ['reminders', 'statements', 'late_fees', 'auto_pay'] as const
export type CustomerSwitch = (typeof CUSTOMER_SWITCHES)[number]

/** Places that can switch something off for a customer. The first one in this order is shown. */
export const SWITCH_SOURCES = ['account', 'legacy_reminders', 'inactive', 'customer', 'group'] as const
export type SwitchSource = (typeof SWITCH_SOURCES)[number]

/** The switches above a customer's own ones, and their own. */
export interface SwitchLevels {
  readonly accountIsOn: boolean
  readonly usesLegacyReminders: boolean
  readonly customerIsActive: boolean
  readonly own: Readonly<Record<CustomerSwitch, boolean>>
  /** All on for a customer without a group. */
  readonly group: Readonly<Record<CustomerSwitch, boolean>>
}

/** Returns what switches something off for a customer; null while it is on, which needs every level to be on. */
export function findSwitchOff(name: CustomerSwitch, levels: SwitchLevels): SwitchSource | null {
  if (!levels.accountIsOn) return 'account'
  if (name === 'reminders' && levels.usesLegacyReminders) return 'legacy_reminders'
  if (!levels.customerIsActive) return 'inactive'
  if (!levels.own[name]) return 'customer'
  return levels.group[name] ? null : 'group'
}
