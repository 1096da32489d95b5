import type { ReactNode } from 'react'
import { useAccount } from '../../../session/account-context.ts'
import { Note } from '../../../ui/text/note.tsx'
import { PlanLink } from './plan-text.tsx'

/** Shows its children while the subscription is active; otherwise what needs it, what is kept and who can choose a plan. */
export function SubscriptionGate({
  what,
  kept,
  children,
}: {
  /** In the plural: 'API keys and webhooks'. */
  what: string
  /** 'Your keys and webhooks are kept.' */
  kept: string
  children: ReactNode
}) {
  const { subscription, blocked } = useAccount()
  if (subscription.is_active && !blocked) return children
  return (
    <Note
      tone="warning"
      title={blocked ? 'This account is blocked' : `${what} need an active subscription`}
      className="mx-4 mt-4 max-w-180 md:mx-6"
    >
      {kept} {blocked ? 'Ask the operator of this site.' : <PlanLink />}
    </Note>
  )
}
