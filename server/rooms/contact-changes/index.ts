import './tables.ts'

export { proposeChange } from './actions/propose-change.ts'
