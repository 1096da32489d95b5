import './tables.ts'

export { noteRevoked } from './actions/end-connection.ts'
export { hasEndedLiveConnection, readConnection, readConnections } from './actions/read-connection.ts'
