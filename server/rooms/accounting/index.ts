import './tables.ts'

export { disconnect as disconnectBooks } from './actions/connect/end-connection.ts'
export { readInvoiceLive } from './actions/sync/read-invoice-live.ts'
export { isConnected, liveBooks } from './store/connections.ts'
