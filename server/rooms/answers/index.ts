import './tables.ts'

export { readOffer } from './actions/read/read-offer.ts'
export { hasOpenDispute } from './store/disputes.ts'
