import './tables.ts'

export { hasOpenDispute } from './store/disputes.ts'
