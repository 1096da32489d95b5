import { useQuery } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { contract } from '../../../../contract/index.ts'
import type { ReplyOf } from '../../../../contract/route.ts'
import { formatDate } from '../../../../domain/dates/calendar.ts'
import { SIGN_IN_PROVIDERS } from '../../../../domain/people/sign-in-providers.ts'
import type { TypedFactors } from '../../../account-security/second-factor-forms.tsx'
import { useAccount } from '../../../session/account-context.ts'
import { actionErrorText } from '../../../session/calls/api-error.ts'
import { useAction } from '../../../session/calls/use-action.ts'
import { useSession, useSessionControl } from '../../../session/session-context.tsx'
import { Button } from '../../../ui/layout/button.tsx'
import { lazyWithRetry } from '../../../ui/layout/lazy-with-retry.ts'
import { useToast } from '../../../ui/overlay/toast.tsx'
import { Note } from '../../../ui/text/note.tsx'
import { dayOf } from '../../../ui/text/zoned-time.ts'
import { ProviderMark } from '../../auth/provider/provider-mark.tsx'
import { leaveToLink, redirectUrlOf } from '../../auth/provider/provider-trip.ts'
import { SettingsSection } from './settings-layout.tsx'

const FactorsDialog = lazyWithRetry(
  () => import('../../../account-security/second-factor-forms.tsx'),
  'FactorsDialog',
)

type Identities = ReplyOf<typeof contract.socialLogins.list>
type Identity = Identities['providers'][number]

/**
 * Lists the linked identity providers with link and unlink actions. Renders nothing when none is configured.
 */
export function IdentitiesSection() {
  const session = useSessionControl()
  const [chosen, setChosen] = useState<Identity | null>(null)
  const { data, error, refetch } = useQuery({
    queryKey: ['identities', session.snapshot().user?.pk],
    queryFn: ({ signal }) => session.call(contract.socialLogins.list, {}, { signal }),
  })
  if (!error && !data?.providers.length) return null
  return (
    <SettingsSection title="Log in with" description="Log in with another account instead of your password.">
      {error && <Note tone="error">{actionErrorText(error)}</Note>}
      {data && !data.has_password && <NoPassword />}
      <ul aria-label="Providers" className="grid gap-3">
        {data?.providers.map((identity) => (
          <Row
            key={identity.provider}
            identity={identity}
            onChoose={data.has_password ? () => setChosen(identity) : null}
          />
        ))}
      </ul>
      <Suspense>
        {chosen && data && (
          <Change
            identity={chosen}
            withCode={data.second_factor}
            onClose={() => {
              setChosen(null)
              void refetch()
            }}
          />
        )}
      </Suspense>
    </SettingsSection>
  )
}

function Row({ identity, onChoose }: { identity: Identity; onChoose: (() => void) | null }) {
  const { timezone, date_format } = useAccount()
  const { provider, name, linked_at, email } = identity
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-2">
      <ProviderMark provider={provider} />
      <div className="min-w-0 flex-1">
        <p className="font-medium">{name}</p>
        <p className="text-13 break-words text-ink-2">
          {linked_at === null
            ? 'Not linked'
            : `Linked on ${formatDate(dayOf(linked_at, timezone), date_format)}${email ? ` as ${email}` : ''}`}
        </p>
      </div>
      {onChoose && (
        <Button onClick={onChoose} aria-label={`${linked_at === null ? 'Link' : 'Unlink'} ${name}`}>
          {linked_at === null ? 'Link' : 'Unlink'}
        </Button>
      )}
    </li>
  )
}

/**
 * Tells a user who signed up with a provider to set a password first: without one they cannot confirm changes
 * to their login.
 */
function NoPassword() {
  const session = useSessionControl()
  const { user } = useSession()
  const toast = useToast()
  const ask = useAction(async () => {
    try {
      await session.call(contract.identity.forgotPassword, { body: { email: user?.email ?? '' } })
      toast({ title: 'We sent the link', body: `Check ${user?.email}.`, tone: 'success' })
    } catch (error) {
      toast({ title: 'We couldn’t send the email', body: actionErrorText(error), tone: 'error' })
    }
  })
  return (
    <Note tone="info" title="You have no password yet">
      <p>Set one to change how you log in.</p>
      <Button size="sm" className="mt-2" busy={ask.busy} onClick={ask.run}>
        Email me a link to set one
      </Button>
    </Note>
  )
}

function Change({
  identity,
  withCode,
  onClose,
}: {
  identity: Identity
  withCode: boolean
  onClose: () => void
}) {
  const session = useSessionControl()
  const toast = useToast()
  const { provider, name, linked_at } = identity
  const factorsOf = ({ current_password, auth_code }: TypedFactors) => ({
    current_password,
    ...(withCode && { auth_code }),
  })
  const link = async (typed: TypedFactors) => {
    const redirect_url = redirectUrlOf(SIGN_IN_PROVIDERS[provider].pages[0])
    const body = { provider, redirect_url, ...factorsOf(typed) }
    leaveToLink(provider, await session.call(contract.socialLogins.beginLink, { body }))
  }
  const unlink = async (typed: TypedFactors) => {
    const body = { provider, ...factorsOf(typed) }
    const { detail } = await session.call(contract.socialLogins.unlink, { body })
    toast({ title: detail, tone: 'success' })
    onClose()
  }
  return linked_at === null ? (
    <FactorsDialog
      title={`Link ${name}`}
      description={`Anyone logged in to that ${name} account will be able to log in here.`}
      confirmLabel={`Continue to ${name}`}
      {...{ withCode, onClose }}
      send={link}
    />
  ) : (
    <FactorsDialog
      title={`Unlink ${name}`}
      description="You can still log in with your password."
      confirmLabel="Unlink"
      danger
      {...{ withCode, onClose }}
      send={unlink}
    />
  )
}
