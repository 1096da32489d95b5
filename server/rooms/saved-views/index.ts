import './tables.ts'

export { createView } from './actions/create-view.ts'
