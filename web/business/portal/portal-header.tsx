import type { ReactNode } from 'react'
import { useCan } from '../../session/account-context.ts'
import { PageHeader } from '../../ui/layout/page-header.tsx'
import { SavedViews } from '../../ui/table/saved-views.tsx'
import { PORTAL_PATH, PORTAL_REQUESTS_PATH, PORTAL_SETTINGS_PATH } from '../paths.ts'
import { useRequests } from './requests/use-requests.ts'

const LOGINS = { id: 'logins', name: 'Logins', href: PORTAL_PATH }
const SETTINGS = { id: 'settings', name: 'Settings', href: PORTAL_SETTINGS_PATH }

/** Title of the customer portal's pages, and the way from one to another. */
export function PortalHeader({ current, actions }: { current: string; actions?: ReactNode }) {
  const seesSettings = useCan('portal.preferences.read')
  const open = useRequests({ page_size: '25' }).data?.count
  const requests = { id: 'requests', name: 'Requests', href: PORTAL_REQUESTS_PATH, count: open || undefined }
  return (
    <>
      <PageHeader title="Customer portal" actions={actions} />
      <SavedViews
        label="Customer portal"
        current={current}
        views={seesSettings ? [LOGINS, requests, SETTINGS] : [LOGINS, requests]}
      />
    </>
  )
}
