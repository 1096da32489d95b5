import { KeyRound } from 'lucide-react'
import { Suspense, useState } from 'react'
import { contract } from '../../../contract/index.ts'
import { FormDialog } from '../../account-security/second-factor-forms.tsx'
import { useAccount } from '../../session/account-context.ts'
import { actionErrorText } from '../../session/calls/api-error.ts'
import { required, usePlainForm } from '../../session/forms/plain-form.ts'
import { useCall } from '../../session/session-context.tsx'
import { TextField } from '../../ui/fields/text-field.tsx'
import { Button } from '../../ui/layout/button.tsx'
import { lazyWithRetry } from '../../ui/layout/lazy-with-retry.ts'
import { Note } from '../../ui/text/note.tsx'
import { Skeleton } from '../../ui/text/skeleton.tsx'
import { Tag } from '../../ui/text/tag.tsx'
import { SettingsSection } from '../accounts/settings/settings-layout.tsx'
import { AskDialog } from '../layout/ask-dialog.tsx'
import { ExportMenu } from '../layout/export-menu.tsx'
import { type ApiKey, useApiKeys, useInstantText, useRefresh } from './use-developers.ts'

const CreateKeyDialog = lazyWithRetry(() => import('./create-key-dialog.tsx'), 'CreateKeyDialog')

type Open = 'create' | { readonly to: 'rename' | 'revoke'; readonly key: ApiKey } | null

/** Lists the API keys, creates, renames and revokes them. */
export function KeysSection() {
  const { pk: account } = useAccount()
  const { data, error, refetch, isFetching } = useApiKeys()
  const [open, setOpen] = useState<Open>(null)
  const refresh = useRefresh()
  const close = () => setOpen(null)
  return (
    <SettingsSection
      title="API keys"
      description={
        <>
          Let your programs call the API.{' '}
          <a href="/api/docs/" target="_blank" rel="noreferrer" className="underline">
            API documentation
          </a>
          <br />
          Account id: <code className="font-mono wrap-anywhere">{account}</code>
        </>
      }
    >
      {error && (
        <Note tone="error" onRetry={() => void refetch()} retrying={isFetching}>
          {actionErrorText(error)}
        </Note>
      )}
      {!data && !error && <Skeleton className="h-12" />}
      {data?.results.length === 0 && <p className="text-ink-2">No keys yet.</p>}
      {data && data.results.length > 0 && (
        <ul aria-label="API keys" className="grid divide-y divide-line border-y border-line">
          {data.results.map((key) => (
            <KeyRow
              key={key.pk}
              apiKey={key}
              onRename={() => setOpen({ to: 'rename', key })}
              onRevoke={() => setOpen({ to: 'revoke', key })}
            />
          ))}
        </ul>
      )}
      <div className="flex flex-wrap items-center gap-2">
        <Button variant="primary" icon={<KeyRound />} onClick={() => setOpen('create')}>
          Create API key
        </Button>
        {data && data.results.length > 0 && (
          <ExportMenu list={{ query: {} }} route={contract.apiKeys.export} name="API keys" />
        )}
      </div>
      <Suspense>{open === 'create' && <CreateKeyDialog onClose={close} onCreated={refresh} />}</Suspense>
      {open !== null && open !== 'create' && open.to === 'rename' && (
        <RenameDialog apiKey={open.key} onClose={close} />
      )}
      {open !== null && open !== 'create' && open.to === 'revoke' && (
        <RevokeDialog apiKey={open.key} onClose={close} />
      )}
    </SettingsSection>
  )
}

const STATES = {
  active: { tone: 'paid', label: 'Active' },
  expired: { tone: 'quiet', label: 'Expired' },
  revoked: { tone: 'quiet', label: 'Revoked' },
} as const

function KeyRow({
  apiKey,
  onRename,
  onRevoke,
}: {
  apiKey: ApiKey
  onRename: () => void
  onRevoke: () => void
}) {
  const { day, dayAndTime } = useInstantText()
  const { tone, label } = STATES[apiKey.state]
  const used = apiKey.last_used_at === null ? 'not used yet' : `last used ${dayAndTime(apiKey.last_used_at)}`
  const until = apiKey.expires_at === null ? 'No expiry' : `Expires ${day(apiKey.expires_at)}`
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 py-3">
      <div className="min-w-0 flex-1" style={{ flexBasis: '16rem' }}>
        <p className="flex flex-wrap items-center gap-x-2 font-medium">
          <span className="min-w-0 wrap-anywhere">{apiKey.name}</span>
          <Tag tone={tone}>{label}</Tag>
        </p>
        <p className="font-mono text-12 text-ink-2">
          {apiKey.prefix}…{apiKey.ending}
        </p>
        <p className="text-ink-2 wrap-anywhere">{apiKey.scopes.join(', ')}</p>
        <p className="text-12 text-ink-3">
          {until} · {used} · created {day(apiKey.created_at)}
          {apiKey.created_by && ` by ${apiKey.created_by}`}
        </p>
      </div>
      {apiKey.state !== 'revoked' && (
        <div className="flex gap-2">
          <Button size="sm" onClick={onRename} aria-label={`Rename ${apiKey.name}`}>
            Rename
          </Button>
          <Button size="sm" onClick={onRevoke} aria-label={`Revoke ${apiKey.name}`}>
            Revoke
          </Button>
        </div>
      )}
    </li>
  )
}

function RenameDialog({ apiKey, onClose }: { apiKey: ApiKey; onClose: () => void }) {
  const { pk } = useAccount()
  const call = useCall()
  const refresh = useRefresh()
  const { form, field, busy, problem } = usePlainForm({
    checks: { name: required },
    async send({ name }) {
      await call(contract.apiKeys.rename, { params: { account: pk, key: apiKey.pk }, body: { name } })
      await refresh()
      onClose()
      return undefined
    },
  })
  return (
    <FormDialog
      {...{ form, busy, problem, onClose }}
      title={`Rename ${apiKey.name}`}
      description="The key itself stays the same."
      confirmLabel="Rename key"
      fields={
        <TextField
          label="Name"
          defaultValue={apiKey.name}
          maxLength={60}
          autoFocus
          autoComplete="off"
          {...field('name')}
        />
      }
    />
  )
}

function RevokeDialog({ apiKey, onClose }: { apiKey: ApiKey; onClose: () => void }) {
  const { pk } = useAccount()
  const call = useCall()
  const refresh = useRefresh()
  return (
    <AskDialog
      title={`Revoke ${apiKey.name}?`}
      confirmLabel="Revoke key"
      onClose={onClose}
      work={async () => {
        await call(contract.apiKeys.revoke, { params: { account: pk, key: apiKey.pk } })
        await refresh()
      }}
    >
      Programs that use this key are refused from now on. This can’t be undone.
    </AskDialog>
  )
}
