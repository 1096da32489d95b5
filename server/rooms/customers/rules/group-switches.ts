import type { GroupSwitches } from '../rules.ts'

/** Name in the API, field and column of each switch of a group. */
const GROUP_SWITCHES = [
  ['reminders_status', 'remindersOn', 'reminders_on'],
  ['statements_status', 'statementsOn', 'statements_on'],
  ['late_fees_status', 'lateFeesOn', 'late_fees_on'],
  ['auto_pay_status', 'autoPayOn', 'auto_pay_on'],
] as const

type GroupSwitchesBody = {
  readonly [K in (typeof GROUP_SWITCHES)[number][0]]?: boolean | undefined
}

/** Returns the switches that a request changes. */
export const groupSwitchesOfBody = (before: GroupSwitches, body: GroupSwitchesBody) =>
  GROUP_SWITCHES.flatMap(([field, own, column]) => {
    const on = body[field]
    return on === undefined || on === before[own] ? [] : [{ field, column, on }]
  })
