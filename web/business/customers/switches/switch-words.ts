import type { CustomerDetail } from '../../../../contract/customers.ts'
import {
  CUSTOMER_SWITCHES,
  type CustomerSwitch,
  type SwitchSource,
} from '../../../../domain/people/customer-switches.ts'

export const SWITCH_LABELS: Readonly<Record<CustomerSwitch, string>> = {
  reminders: 'Reminders',
  statements: 'Statements',
  late_fees: 'Late fees',
  auto_pay: 'Automatic payments',
}

/** Fields of the API that hold a customer's and a group's own switches. */
export const SWITCH_FIELDS = {
  reminders: 'reminders_status',
  statements: 'statements_status',
  late_fees: 'late_fees_status',
  auto_pay: 'auto_pay_status',
} as const satisfies Record<CustomerSwitch, string>

type Own = Readonly<Record<(typeof SWITCH_FIELDS)[CustomerSwitch], boolean>>

/** Names the switches that a group has off: 'No reminders', 'No late fees'. */
export const offLabels = (group: Own): string[] =>
  CUSTOMER_SWITCHES.filter((name) => !group[SWITCH_FIELDS[name]]).map(
    (name) => `No ${SWITCH_LABELS[name].toLowerCase()}`,
  )

/** Says what is in force for a customer and what decides it: 'Off by group Wholesale'. */
export function switchText(customer: CustomerDetail, name: CustomerSwitch): string {
  const off = customer.switches[name].off_by
  if (off === null) return 'On'
  if (off === 'group') return `Off by group ${customer.group?.name ?? ''}`.trim()
  if (off === 'customer' && name === 'auto_pay') return 'Off: not agreed to by the customer'
  return OFF_TEXTS[off]
}

const OFF_TEXTS: Readonly<Record<Exclude<SwitchSource, 'group'>, string>> = {
  account: 'Off for your whole account',
  legacy_reminders: 'Off: another system sends them',
  inactive: 'Off: the customer is inactive',
  customer: 'Off for this customer',
}
