import './tables.ts'

export { webhooksSchedules } from './jobs.ts'
