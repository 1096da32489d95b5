import { AT, id, OTHER, type RowsOf } from './grown-values.ts'

/** Rules for late fees of another company, each for one group. */
export const LATE_FEES: RowsOf = {
  late_fee_rules: {
    account_id: OTHER,
    id: id('rule'),
    name: "'Rule ' || n",
    covers: "'groups'",
    kind: "'percent'",
    flat_minor: '0',
    rate_ppm: '12500',
    compounds: 'false',
    grace_days: '10',
    repeat: "'monthly'",
    every_days: '0',
    line_text: "'Late fee'",
    created_at: AT,
    updated_at: AT,
  },
  late_fee_rule_groups: { account_id: OTHER, group_id: id('group'), rule_id: id('rule') },
}
