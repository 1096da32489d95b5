import { Unlink } from 'lucide-react'
import { useSession } from '../../session/session-context.tsx'
import { ButtonLink } from '../../ui/layout/button-link.tsx'
import { CalmHeading, CalmPage } from '../layout/calm-page.tsx'
import { Redirect } from '../layout/redirect.tsx'

/** Page for users who disconnected on a platform's side. `platform`: 'QuickBooks'. */
function DisconnectedPage({ platform }: { platform: string }) {
  const { emailVerified } = useSession()
  if (!emailVerified) return <Redirect to="/check-your-email" replace />
  return (
    <CalmPage>
      <Unlink className="mb-4 size-8 text-brand" />
      <CalmHeading title={`${platform} is disconnected`}>
        Quittance no longer syncs with it. Your data is still here, and customers can still pay.
      </CalmHeading>
      <div className="grid gap-3">
        <ButtonLink href="/" variant="primary" size="lg">
          Go to the dashboard
        </ButtonLink>
        <ButtonLink
          href="/settings/accounting-connection"
          size="lg"
          className="py-2 text-center whitespace-normal!"
        >
          See the accounting connection
        </ButtonLink>
      </div>
    </CalmPage>
  )
}

export const QuickBooksDisconnectedPage = () => <DisconnectedPage platform="QuickBooks" />
export const AccountingDisconnectedPage = () => <DisconnectedPage platform="Your accounting platform" />
