import { useState } from 'react'
import { contract } from '../../../contract/index.ts'
import type { ApiScope } from '../../../domain/people/api-scopes.ts'
import { FormDialog } from '../../account-security/second-factor-forms.tsx'
import { useAccount } from '../../session/account-context.ts'
import { required, usePlainForm } from '../../session/forms/plain-form.ts'
import { useCall } from '../../session/session-context.tsx'
import { NativeSelect, Select } from '../../ui/fields/select.tsx'
import { TextField } from '../../ui/fields/text-field.tsx'
import { SCOPE_WORDS } from './scope-words.ts'
import { SecretDialog } from './secret-dialog.tsx'

const TERMS = [
  { value: '30', label: '30 days' },
  { value: '90', label: '90 days' },
  { value: '365', label: '1 year' },
  { value: '', label: 'No expiry' },
]

/** Areas in the order of the table of scopes, each with what a key can get there. */
const AREAS = [...new Set(Object.keys(SCOPE_WORDS).map((scope) => scope.split('.')[0]!))]

const areaName = (area: string): string => {
  const words = area.replaceAll('_', ' ')
  return words[0]!.toUpperCase() + words.slice(1)
}

const levelsOf = (area: string) => [
  { value: '', label: 'No access' },
  ...(`${area}.read` in SCOPE_WORDS ? [{ value: `${area}.read`, label: 'Read' }] : []),
  ...(`${area}.write` in SCOPE_WORDS
    ? [{ value: `${area}.write`, label: `${area}.read` in SCOPE_WORDS ? 'Read and write' : 'Write' }]
    : []),
]

/** Creates a key, then shows it. */
export function CreateKeyDialog({ onClose, onCreated }: { onClose: () => void; onCreated: () => unknown }) {
  const [made, setMade] = useState<string | null>(null)
  if (made !== null)
    return (
      <SecretDialog
        title="Your API key"
        label="API key"
        secret={made}
        note="Send it as Authorization: Bearer, and keep it out of repositories and browsers."
        onClose={onClose}
      />
    )
  return (
    <KeyForm
      onClose={onClose}
      onCreated={(key) => {
        setMade(key)
        void onCreated()
      }}
    />
  )
}

function KeyForm({ onClose, onCreated }: { onClose: () => void; onCreated: (key: string) => void }) {
  const call = useCall()
  const { pk } = useAccount()
  const [days, setDays] = useState('90')
  const [levels, setLevels] = useState<Readonly<Record<string, string>>>({})
  const [missing, setMissing] = useState(false)
  const scopes = Object.values(levels).filter((scope) => scope !== '') as ApiScope[]
  const { form, field, busy, problem } = usePlainForm({
    checks: { name: required },
    async send({ name }) {
      setMissing(scopes.length === 0)
      if (scopes.length === 0) return undefined
      const body = { name, scopes, expires_in_days: days === '' ? null : Number(days) }
      const created = await call(contract.apiKeys.create, { params: { account: pk }, body })
      onCreated(created.key)
      return undefined
    },
  })
  return (
    <FormDialog
      {...{ form, busy, onClose }}
      problem={missing && scopes.length === 0 ? 'Give the key access to at least one area.' : problem}
      title="Create an API key"
      description="For your own program. It acts for the company, not for you."
      confirmLabel="Create key"
      fields={
        <>
          <TextField
            label="Name"
            hint="The program that uses it."
            placeholder="Warehouse sync"
            autoComplete="off"
            maxLength={60}
            autoFocus
            {...field('name')}
          />
          <Select
            label="Expires after"
            options={TERMS}
            value={days}
            onChange={(event) => setDays(event.target.value)}
          />
          <fieldset className="grid gap-1">
            <legend className="mb-1 font-medium">Access</legend>
            {AREAS.map((area) => (
              <div key={area} className="flex items-center justify-between gap-3">
                <span>{areaName(area)}</span>
                <NativeSelect
                  className="w-40"
                  aria-label={`Access to ${areaName(area)}`}
                  options={levelsOf(area)}
                  value={levels[area] ?? ''}
                  onChange={(event) => setLevels({ ...levels, [area]: event.target.value })}
                />
              </div>
            ))}
          </fieldset>
        </>
      }
    />
  )
}
