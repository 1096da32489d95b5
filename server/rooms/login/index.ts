import './tables.ts'

export { loginRoutes } from './routes.ts'
