import './tables.ts'

export { importsJobs, importsSchedules } from './jobs.ts'
export { importsRoutes } from './routes.ts'
