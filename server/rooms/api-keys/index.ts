import './tables.ts'

export { enterAsKey, noteKeyUse } from './actions/enter-as-key.ts'
