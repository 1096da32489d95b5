import type { OnboardingStep } from '../../../domain/accounts/onboarding.ts'
import type { Instant } from '../../platform/db/database.ts'

interface OnboardingChecksTable {
  account_id: string
  step: OnboardingStep
  checked_at: Instant
}

declare module '../../platform/db/database.ts' {
  interface Database {
    onboarding_checks: OnboardingChecksTable
  }
}
