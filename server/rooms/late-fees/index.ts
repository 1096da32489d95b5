import './tables.ts'

export { chargeDue } from './actions/engine/charge-due.ts'
export { hasLiveRule } from './store/rules.ts'
