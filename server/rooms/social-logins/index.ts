import './tables.ts'

export { forgetSpent } from './actions/forget-spent.ts'
export { socialLoginsRoutes } from './routes.ts'
