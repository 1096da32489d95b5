import { useQuery } from '@tanstack/react-query'
import { contract } from '../../../contract/index.ts'
import { useAccount, useCan } from '../../session/account-context.ts'
import { actionErrorText } from '../../session/calls/api-error.ts'
import { useCall } from '../../session/session-context.tsx'
import { Note } from '../../ui/text/note.tsx'
import { Skeleton } from '../../ui/text/skeleton.tsx'
import { FOR_EMPLOYEES } from '../accounts/settings/settings-pages.ts'
import { PortalHeader } from './portal-header.tsx'
import { PreferencesForm } from './preferences-form.tsx'

/** Settings of the portal's address and of its embedding in the company's website. */
export function PreferencesPage() {
  const sees = useCan('portal.preferences.read')
  const may = useCan('portal.preferences.write')
  return (
    <>
      <PortalHeader current="settings" />
      <div className="grid content-start">
        {(!sees || !may) && (
          <Note className="mx-4 mt-4 max-w-180 md:mx-6">
            {sees ? 'You can view these settings. Owners and admins can change them.' : FOR_EMPLOYEES}
          </Note>
        )}
        {sees && <Preferences />}
      </div>
    </>
  )
}

function Preferences() {
  const { pk } = useAccount()
  const call = useCall()
  const { data, error, refetch, isFetching } = useQuery({
    queryKey: [pk, 'portal-preferences'],
    queryFn: ({ signal }) =>
      call(contract.accounts.readPortalPreferences, { params: { account: pk } }, { signal }),
  })
  if (data) return <PreferencesForm preferences={data} />
  if (!error) return <Loading />
  return (
    <Note
      tone="error"
      onRetry={() => void refetch()}
      retrying={isFetching}
      className="mx-4 mt-4 max-w-180 md:mx-6"
    >
      {actionErrorText(error)}
    </Note>
  )
}

const Loading = () => (
  <div aria-hidden="true" className="grid max-w-180 gap-6 px-4 py-6 md:px-6">
    <Skeleton className="h-9" />
    <Skeleton className="h-20" />
    <Skeleton className="h-28" />
  </div>
)
