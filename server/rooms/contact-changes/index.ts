import './tables.ts'

export { endChangeOfPerson } from './actions/end-change-of-person.ts'
