import './tables.ts'

export { teamRoutes } from './routes.ts'
