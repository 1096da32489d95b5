import type { ReactNode } from 'react'
import { FEATURES, type PlanFeature } from '../../../../domain/accounts/plans.ts'
import { useAccount } from '../../../session/account-context.ts'
import { PlanLink } from './plan-text.tsx'

/** True when the account's plan includes the feature; without a plan everything is included. */
export function useFeature(feature: PlanFeature): boolean {
  const { plan } = useAccount()
  return plan === null || plan.features.includes(feature)
}

/** Shows what a feature allows, or that the plan does not include it, and where to change that. */
export function FeatureGate({ feature, children }: { feature: PlanFeature; children: ReactNode }) {
  return useFeature(feature) ? children : <NotInPlan feature={feature} />
}

function NotInPlan({ feature }: { feature: PlanFeature }) {
  const { plan } = useAccount()
  return (
    <p className="text-ink-2">
      {`${FEATURES[feature].name}: not included in ${plan?.name ?? 'your plan'}. `}
      <PlanLink />
    </p>
  )
}
