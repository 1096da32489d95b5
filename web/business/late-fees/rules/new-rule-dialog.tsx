import { useQueryClient } from '@tanstack/react-query'
import { contract } from '../../../../contract/index.ts'
import { useAccount } from '../../../session/account-context.ts'
import { required, usePlainForm } from '../../../session/forms/plain-form.ts'
import { useCall } from '../../../session/session-context.tsx'
import { TextField } from '../../../ui/fields/text-field.tsx'
import { useNavigateTo } from '../../../ui/layout/link.tsx'
import { DialogButtons } from '../../../ui/overlay/dialog-buttons.tsx'
import { TypedDialog } from '../../../ui/overlay/typed-dialog.tsx'
import { Note } from '../../../ui/text/note.tsx'
import { rulePath, type Terms } from './use-rules.ts'

const FORM = 'rule-form'

/** 1.25% a month from the tenth day on, up to a tenth of the invoice. */
const STARTER: Terms = {
  kind: 'percent',
  flat: '0',
  rate: '1.25',
  compounds: false,
  grace_days: 10,
  repeat: 'monthly',
  every_days: 0,
  day_of_month: null,
  cap: null,
  cap_rate: '10',
  yearly_cap_rate: null,
  min_remaining: '0',
}

/** Adds a rule as a draft and opens it. */
export function NewRuleDialog({ onClose }: { onClose: () => void }) {
  const { pk } = useAccount()
  const call = useCall()
  const queries = useQueryClient()
  const navigate = useNavigateTo()
  const { form, field, busy, problem } = usePlainForm({
    checks: { name: required },
    async send({ name }) {
      const body = {
        name,
        covers: 'everyone_else' as const,
        groups: [],
        terms: STARTER,
        line_text: 'Late fee, {month}',
        item: '',
      }
      const rule = await call(contract.lateFeeRules.create, { params: { account: pk }, body })
      await queries.invalidateQueries({ queryKey: [pk, 'late-fee-rules'] })
      onClose()
      navigate(rulePath(rule.pk))
      return undefined
    },
  })
  return (
    <TypedDialog
      open
      onOpenChange={onClose}
      locked={busy}
      title="New rule"
      description="It charges nothing until you switch it on."
      footer={<DialogButtons label="Add rule" form={FORM} busy={busy} onCancel={onClose} />}
    >
      <form id={FORM} {...form} className="grid gap-4">
        {problem && <Note tone="error">{problem}</Note>}
        <TextField
          label="Name"
          placeholder="Standard late fee"
          maxLength={80}
          autoComplete="off"
          {...field('name')}
        />
      </form>
    </TypedDialog>
  )
}
