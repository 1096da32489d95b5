import './tables.ts'

export { chargeDue } from './actions/engine/charge-due.ts'
