import type { Generated } from 'kysely'
import type { FeeKind, FeeRepeat } from '../../../domain/late-fees/fee-terms.ts'
import type { DateText, Instant, Minor } from '../../platform/db/database.ts'

/** Customers of the rule's groups, or those whose group has no rule. */
export type RuleCover = 'groups' | 'everyone_else'
export type RuleState = 'draft' | 'on' | 'off'

interface LateFeeRulesTable {
  account_id: string
  id: string
  name: string
  covers: RuleCover
  state: Generated<RuleState>
  revision: Generated<number>
  kind: FeeKind
  flat_minor: Minor
  rate_ppm: number
  compounds: boolean
  grace_days: number
  repeat: FeeRepeat
  every_days: number
  day_of_month: number | null
  cap_minor: Minor | null
  cap_ppm: number | null
  yearly_cap_ppm: number | null
  min_remaining_minor: Minor
  line_text: string
  item: string
  /** Null while the rule is not on. */
  on_since: DateText | null
  includes_late: Generated<boolean>
  created_at: Instant
  updated_at: Instant
  deleted_at: Instant | null
}

interface LateFeeRuleGroupsTable {
  account_id: string
  group_id: string
  rule_id: string
}

declare module '../../platform/db/database.ts' {
  interface Database {
    late_fee_rules: LateFeeRulesTable
    late_fee_rule_groups: LateFeeRuleGroupsTable
  }
}
