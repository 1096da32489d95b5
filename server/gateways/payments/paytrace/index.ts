export { createPayTrace } from './paytrace.ts'
