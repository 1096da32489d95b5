export { findNextFees, type NextFee } from './actions/find-next-fees.ts'
export { nextFeeOf } from './rules.ts'
export {
  type CoveredInvoice,
  findLateCustomers,
  findLateInvoices,
  findLatePeriods,
  type LateOf,
} from './store/late-invoices.ts'
export { holdLiveRules, liveRuleOf, type RuleRow, termsOf } from './store/live-rules.ts'
