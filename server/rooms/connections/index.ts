import './tables.ts'

export { noteRevoked } from './actions/end-by-processor.ts'
export { type Connections, readConnection, readConnections } from './actions/read-connection.ts'
export { watched } from './actions/watch-calls.ts'
export { keepChosen, type ProcessorChoice } from './rules.ts'
