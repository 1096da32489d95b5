import { FlaskConical } from 'lucide-react'
import { useAccount } from '../../session/account-context.ts'

/** Pages about payments. */
const PAYMENT_PAGES = /^\/(payment-processing|settings\/payment-(settings|processor))(\/|$)/

const NAMES = new Intl.ListFormat('en-US')

/**
 * Says that no money moves: on payment pages when the account uses the Sandbox, and on every page while a processor is connected
 * with test keys.
 */
export function SandboxBanner({ pathname }: { pathname: string }) {
  const { payment_connections: connections } = useAccount()
  const tests = connections.filter(({ provider, live }) => provider !== 'sandbox' && !live)
  const sandbox = connections.some(({ provider }) => provider === 'sandbox') && PAYMENT_PAGES.test(pathname)
  if (tests.length === 0 && !sandbox) return null
  return (
    <p className="flex print:hidden items-center gap-2 border-b border-line bg-soon-tint px-4 py-2 text-ink md:px-6">
      <FlaskConical className="text-soon" />
      <strong className="font-semibold">
        {tests.length > 0
          ? `${NAMES.format(tests.map(({ name }) => name))} test mode — no money moves`
          : 'Sandbox — no money moves'}
      </strong>
    </p>
  )
}
