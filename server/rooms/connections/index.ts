import './tables.ts'

export { connectWithKeys } from './actions/connect-with-keys.ts'
export { noteRevoked } from './actions/end-by-processor.ts'
export { disconnect } from './actions/end-connection.ts'
export { finishConnection } from './actions/finish-connection.ts'
export { noteCharges } from './actions/note-charges.ts'
export {
  type Connections,
  lockConnected,
  readConnection,
  readConnections,
} from './actions/read-connection.ts'
export { readDeposits } from './actions/read-deposits.ts'
export { watched } from './actions/watch-calls.ts'
export { keepChosen, type ProcessorChoice } from './rules.ts'
