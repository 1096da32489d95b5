import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { contract } from '../../../../contract/index.ts'
import {
  STARTER_FLOW_NAMES,
  STARTER_FLOWS,
  type StarterFlow,
} from '../../../../domain/reminders/starter-flows.ts'
import { useAccount } from '../../../session/account-context.ts'
import { required, usePlainForm } from '../../../session/forms/plain-form.ts'
import { useCall } from '../../../session/session-context.tsx'
import { RadioTiles } from '../../../ui/fields/radio-tiles.tsx'
import { TextField } from '../../../ui/fields/text-field.tsx'
import { useNavigateTo } from '../../../ui/layout/link.tsx'
import { DialogButtons } from '../../../ui/overlay/dialog-buttons.tsx'
import { TypedDialog } from '../../../ui/overlay/typed-dialog.tsx'
import { Note } from '../../../ui/text/note.tsx'
import { flowPath } from './use-flows.ts'

const FORM = 'flow-form'
const STARTERS = STARTER_FLOW_NAMES.map((value) => ({
  value,
  label: STARTER_FLOWS[value].name,
  description: STARTER_FLOWS[value].description,
}))

/** Adds a flow as a draft, from a ready-made one, and opens it. */
export function NewFlowDialog({
  startFrom,
  suggestedName,
  onClose,
}: {
  startFrom: StarterFlow
  suggestedName: string
  onClose: () => void
}) {
  const { pk } = useAccount()
  const call = useCall()
  const queries = useQueryClient()
  const navigate = useNavigateTo()
  const [starter, setStarter] = useState(startFrom)
  const { form, field, busy, problem } = usePlainForm({
    checks: { name: required },
    async send({ name }) {
      const body = { name, start_from: starter }
      const flow = await call(contract.reminderFlows.create, { params: { account: pk }, body })
      await queries.invalidateQueries({ queryKey: [pk] })
      onClose()
      navigate(flowPath(flow.pk))
      return undefined
    },
  })
  return (
    <TypedDialog
      open
      onOpenChange={onClose}
      locked={busy}
      title="New flow"
      description="It sends nothing until you publish it."
      footer={<DialogButtons label="Add flow" form={FORM} busy={busy} onCancel={onClose} />}
    >
      <form id={FORM} {...form} className="grid gap-4">
        {problem && <Note tone="error">{problem}</Note>}
        <TextField
          label="Name"
          placeholder="Wholesale"
          defaultValue={suggestedName}
          maxLength={80}
          autoComplete="off"
          {...field('name')}
        />
        <RadioTiles legend="Start from" options={STARTERS} value={starter} onChange={setStarter} />
      </form>
    </TypedDialog>
  )
}
