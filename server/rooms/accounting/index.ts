import './tables.ts'

export { readInvoiceLive } from './actions/sync/read-invoice-live.ts'
export { isConnected } from './store/connections.ts'
