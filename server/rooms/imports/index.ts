import './tables.ts'

export { importsJobs, importsTicks } from './jobs.ts'
export { importsRoutes } from './routes.ts'
