export { ChangePage } from './change-page.tsx'
export { PlanPage } from './plan-page.tsx'
export { PlansPage } from './plans-page.tsx'
export { ProposePage } from './propose-page.tsx'
