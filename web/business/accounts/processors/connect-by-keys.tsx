import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { contract } from '../../../../contract/index.ts'
import type { ReplyOf } from '../../../../contract/route.ts'
import { FormDialog } from '../../../account-security/second-factor-forms.tsx'
import { useAccount } from '../../../session/account-context.ts'
import { required, usePlainForm } from '../../../session/forms/plain-form.ts'
import { useCall } from '../../../session/session-context.tsx'
import { PasswordField } from '../../../ui/fields/password-field.tsx'
import { Select } from '../../../ui/fields/select.tsx'
import { TextField } from '../../../ui/fields/text-field.tsx'
import { Button } from '../../../ui/layout/button.tsx'
import { useToast } from '../../../ui/overlay/toast.tsx'

type Connection = ReplyOf<typeof contract.paymentConnections.list>[number]
type KeyField = Connection['key_fields'][number]

/** Connects a processor by the company's keys, which a form asks for. */
export function ConnectByKeys({
  connection,
  label,
  variant,
}: {
  connection: Connection
  label: string
  variant: 'primary' | 'default' | 'bare'
}) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button variant={variant} onClick={() => setOpen(true)}>
        {label}
      </Button>
      {open && <KeysDialog connection={connection} label={label} onClose={() => setOpen(false)} />}
    </>
  )
}

export function KeysDialog({
  connection: { provider, name, key_fields: keyFields },
  label,
  otherAccount = false,
  onClose,
}: {
  connection: Connection
  label: string
  /** The person confirmed that this is another account than before. */
  otherAccount?: boolean
  onClose: () => void
}) {
  const { pk } = useAccount()
  const call = useCall()
  const queries = useQueryClient()
  const toast = useToast()
  const { form, field, busy, problem } = usePlainForm({
    checks: Object.fromEntries(
      keyFields.map((one) => [one.name, one.required ? required : () => null] as const),
    ),
    async send(values) {
      await call(contract.paymentConnections.connect, {
        params: { account: pk, provider },
        body: { values, other_account: otherAccount },
      })
      await queries.invalidateQueries()
      toast({ title: `${name} connected`, tone: 'success' })
      onClose()
      return undefined
    },
  })
  return (
    <FormDialog
      {...{ busy, problem, form, onClose }}
      title={label}
      description={`We check these at ${name} and store them encrypted. Nobody sees them again, not even you.`}
      confirmLabel={`Connect ${name}`}
      fields={keyFields.map((one, index) => (
        <KeyInput key={one.name} keyField={one} autoFocus={index === 0} {...field(one.name)} />
      ))}
    />
  )
}

function KeyInput({
  keyField: { label, help, secret, required: needed, choices },
  ...given
}: {
  keyField: KeyField
  name: string
  error: string | undefined
  autoFocus: boolean
}) {
  const shared = { label, optional: !needed, ...(help !== '' && { hint: help }), ...given }
  if (choices.length > 0) return <Select options={choices} {...shared} />
  if (secret) return <PasswordField autoComplete="new-password" {...shared} />
  return <TextField autoComplete="off" autoCapitalize="none" spellCheck={false} {...shared} />
}
