import './tables.ts'

export {
  type FollowedEvent,
  lastPosition,
  readEventsAfter,
  readEventsBetween,
} from './actions/read-events-after.ts'
export { type KeptSeal, verifyChain } from './actions/verify-chain.ts'
export { auditLogSchedules } from './jobs.ts'
