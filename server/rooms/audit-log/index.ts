import './tables.ts'

export { type ChainReport, type KeptSeal, verifyChain } from './actions/verify-chain.ts'
export { auditLogSchedules } from './jobs.ts'
