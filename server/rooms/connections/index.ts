import './tables.ts'

export { noteRevoked } from './actions/end-connection.ts'
export { readConnection, readConnections } from './actions/read-connection.ts'
