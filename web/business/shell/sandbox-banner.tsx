import { FlaskConical } from 'lucide-react'
import { useAccount } from '../../session/account-context.ts'

/** Pages about payments. */
const PAYMENT_PAGES = /^\/(payment-processing|settings\/payment-settings)(\/|$)/

/** Shown on payment pages when the account uses the Sandbox, where no money moves. */
export function SandboxBanner({ pathname }: { pathname: string }) {
  const { payment_connections: connections } = useAccount()
  if (!PAYMENT_PAGES.test(pathname)) return null
  if (!connections.some(({ provider }) => provider === 'sandbox')) return null
  return (
    <p className="flex items-center gap-2 border-b border-line bg-soon-tint px-4 py-2 text-ink md:px-6">
      <FlaskConical className="text-soon" />
      <strong className="font-semibold">Sandbox — no money moves</strong>
    </p>
  )
}
