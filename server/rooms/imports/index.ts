import './tables.ts'

export { forgetImportsNaming } from './actions/forget-imports-naming.ts'
export { importsJobs, importsSchedules } from './jobs.ts'
export { importsRoutes } from './routes.ts'
