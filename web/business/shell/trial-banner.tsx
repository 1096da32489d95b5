import { Clock } from 'lucide-react'
import { useAccount } from '../../session/account-context.ts'
import { Link } from '../../ui/layout/link.tsx'
import { leftText } from '../accounts/billing/trial-left.ts'

const BILLING = '/settings/plan-billing'

/** Counts down a trial, until a plan is chosen. Quiet, because nothing is wrong. */
export function TrialBanner({ pathname }: { pathname: string }) {
  const { sells_plans: sells, plan, subscription } = useAccount()
  const { trial_left: left } = subscription
  if (!sells || plan !== null || left === null || pathname.startsWith(BILLING)) return null
  return (
    <p className="flex print:hidden flex-wrap items-center gap-x-2 gap-y-1 border-b border-line px-4 py-2 text-ink-2 md:px-6">
      <Clock className="text-ink-3" />
      <span>Trial: {leftText(left)}.</span>
      <Link href={BILLING} className="font-medium text-ink underline">
        Choose a plan
      </Link>
    </p>
  )
}
