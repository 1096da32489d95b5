import { useState } from 'react'
import { contract } from '../../../contract/index.ts'
import { EVENT_TYPES, type EventType } from '../../../domain/accounts/event-types.ts'
import { FormDialog } from '../../account-security/second-factor-forms.tsx'
import { useAccount } from '../../session/account-context.ts'
import { required, usePlainForm } from '../../session/forms/plain-form.ts'
import { useCall } from '../../session/session-context.tsx'
import { Checkbox } from '../../ui/fields/checkbox.tsx'
import { RadioTiles } from '../../ui/fields/radio-tiles.tsx'
import { TextField } from '../../ui/fields/text-field.tsx'
import { SecretDialog } from './secret-dialog.tsx'
import type { Endpoint } from './use-developers.ts'

/** Adds an endpoint and shows its secret, or changes one. */
export function EndpointDialog({
  endpoint,
  onClose,
  onSaved,
}: {
  endpoint?: Endpoint
  onClose: () => void
  onSaved: () => unknown
}) {
  const [secret, setSecret] = useState<string | null>(null)
  if (secret !== null)
    return (
      <SecretDialog
        title="Your signing secret"
        label="Signing secret"
        secret={secret}
        note="Your program checks with it that requests come from us (Standard Webhooks)."
        onClose={onClose}
      />
    )
  return (
    <EndpointForm
      endpoint={endpoint}
      onClose={onClose}
      onSaved={(made) => {
        void onSaved()
        if (made === null) onClose()
        else setSecret(made)
      }}
    />
  )
}

const CHOICES = [
  { value: 'all', label: 'All events' },
  { value: 'some', label: 'Chosen events' },
] as const

function EndpointForm({
  endpoint,
  onClose,
  onSaved,
}: {
  endpoint: Endpoint | undefined
  onClose: () => void
  onSaved: (secret: string | null) => void
}) {
  const call = useCall()
  const { pk: account } = useAccount()
  const [which, setWhich] = useState<'all' | 'some'>(endpoint?.event_types.length ? 'some' : 'all')
  const [types, setTypes] = useState<readonly EventType[]>(endpoint?.event_types ?? [])
  const [missing, setMissing] = useState(false)
  const isEmpty = which === 'some' && types.length === 0
  const { form, field, busy, problem } = usePlainForm({
    checks: { url: required, description: () => null },
    async send({ url, description }) {
      setMissing(isEmpty)
      if (isEmpty) return undefined
      const body = { url, description, event_types: which === 'all' ? [] : [...types] }
      if (endpoint === undefined) {
        const made = await call(contract.webhooks.create, { params: { account }, body })
        onSaved(made.secret)
      } else {
        await call(contract.webhooks.update, { params: { account, webhook: endpoint.pk }, body })
        onSaved(null)
      }
      return undefined
    },
  })
  const toggle = (type: EventType, on: boolean) =>
    setTypes(EVENT_TYPES.filter((one) => (one === type ? on : types.includes(one))))
  return (
    <FormDialog
      {...{ form, busy, onClose }}
      problem={missing && isEmpty ? 'Choose at least one event.' : problem}
      title={endpoint === undefined ? 'Add a webhook' : 'Change the webhook'}
      description="We send each event to this address by POST."
      confirmLabel={endpoint === undefined ? 'Add webhook' : 'Save webhook'}
      fields={
        <>
          <TextField
            label="Address"
            type="url"
            placeholder="https://example.com/quittance"
            autoComplete="off"
            maxLength={500}
            autoFocus
            defaultValue={endpoint?.url}
            {...field('url')}
          />
          <TextField
            label="Note"
            hint="Optional."
            maxLength={100}
            autoComplete="off"
            defaultValue={endpoint?.description}
            {...field('description')}
          />
          <RadioTiles legend="Events" columns={2} options={CHOICES} value={which} onChange={setWhich} />
          {which === 'some' && (
            <fieldset className="grid max-h-60 overflow-y-auto rounded-6 border border-line px-3 py-1">
              <legend className="sr-only">Types of events</legend>
              {EVENT_TYPES.map((type) => (
                <Checkbox
                  key={type}
                  label={type}
                  checked={types.includes(type)}
                  onChange={(event) => toggle(type, event.target.checked)}
                />
              ))}
            </fieldset>
          )}
        </>
      }
    />
  )
}
