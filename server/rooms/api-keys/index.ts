import './tables.ts'

export { type EnteredKey, enterAsKey, noteKeyUse } from './actions/enter-as-key.ts'
