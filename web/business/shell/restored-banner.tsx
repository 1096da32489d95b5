import { History } from 'lucide-react'
import { useAccount } from '../../session/account-context.ts'

/** Shown on every page of a restored copy: outbound is paused until an operator releases it. */
export function RestoredBanner() {
  const { outbound_held: held } = useAccount()
  if (!held) return null
  return (
    <p
      role="status"
      className="flex items-start gap-2 border-b border-line bg-soon-tint px-4 py-2 text-ink md:px-6"
    >
      <History className="mt-px text-soon" />
      <span className="flex flex-wrap gap-x-2">
        <strong className="font-semibold">Restored copy — nothing is sent or charged</strong>
        <span className="text-ink-2">Ask the operator of this site to release it.</span>
      </span>
    </p>
  )
}
