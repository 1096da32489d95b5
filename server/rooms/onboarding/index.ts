import './tables.ts'

export { onboardingRoutes } from './routes.ts'
