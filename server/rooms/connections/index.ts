import './tables.ts'

export { noteRevoked } from './actions/end-connection.ts'
export { type Connections, readConnection, readConnections } from './actions/read-connection.ts'
export { keepChosen, type ProcessorChoice } from './rules.ts'
