import './tables.ts'

export { importsJobs } from './jobs.ts'
export { importsRoutes } from './routes.ts'
