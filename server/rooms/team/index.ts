import './tables.ts'

export { countClientsToBe, countManagersToBe } from './actions/count-for-plan.ts'
export { teamRoutes } from './routes.ts'
