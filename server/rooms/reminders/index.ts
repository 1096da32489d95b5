import './tables.ts'

export { hasLiveFlow } from './store/flows.ts'
