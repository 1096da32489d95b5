import { STEP_TEXT_MAX_LENGTH } from '../../../../domain/reminders/flow.ts'
import { Checkbox } from '../../../ui/fields/checkbox.tsx'
import { FieldNote } from '../../../ui/fields/field.tsx'
import { Select } from '../../../ui/fields/select.tsx'
import { TextArea } from '../../../ui/fields/text-area.tsx'
import { type Member, useMembers } from '../../worklist/use-members.ts'
import { channelOf, useStepChannels } from '../channels/step-channels.ts'
import { useMailTemplates } from '../templates/use-mail-templates.ts'
import { VariableList } from '../templates/variable-list.tsx'
import type { StepFieldsProps } from './step-form-props.ts'

/** Names of the text by the kind of the step. */
const TEXT_LABELS = new Map([
  ['task', 'Instructions'],
  ['staff_note', 'Note'],
])

/** Fields of a step with a text of its own, such as a task or a note to the account's own people. */
export function TextFields({ step, readOnly, error, set }: StepFieldsProps) {
  const channel = channelOf(useStepChannels(), step.kind)
  const members = useMembers().data?.results ?? []
  const mails = useMailTemplates().data?.results ?? []
  const about = step.anchor === 'paid' ? 'thank-you' : 'reminder'
  const variables = mails.find(({ kind }) => kind === about)?.variables ?? []
  return (
    <>
      <TextArea
        label={TEXT_LABELS.get(step.kind) ?? 'Text'}
        optional={channel.text === 'optional'}
        rows={4}
        maxLength={STEP_TEXT_MAX_LENGTH}
        value={step.text}
        error={error('text')}
        onChange={(event) => set({ text: event.target.value }, 'text')}
      />
      {!readOnly && (
        <details>
          <summary className="cursor-pointer text-12 text-ink-2 hover:text-ink">Variables</summary>
          <VariableList
            variables={variables}
            onInsert={(snippet) => set({ text: `${step.text}${snippet}` }, 'text')}
          />
        </details>
      )}
      {channel.members === 'one' && (
        <Select
          label="Assign to"
          options={[
            { value: '', label: 'Nobody' },
            ...members.map(({ pk, name }) => ({ value: pk, label: name })),
          ]}
          value={step.members[0] ?? ''}
          error={error('members')}
          onChange={({ target: { value } }) => set({ members: value === '' ? [] : [value] }, 'members')}
        />
      )}
      {channel.members === 'several' && (
        <Recipients
          members={members}
          chosen={step.members}
          problem={error('members')}
          onChange={(chosen) => set({ members: chosen }, 'members')}
        />
      )}
    </>
  )
}

function Recipients({
  members,
  chosen,
  problem,
  onChange,
}: {
  members: readonly Member[]
  chosen: readonly string[]
  problem: string | undefined
  onChange: (chosen: string[]) => void
}) {
  return (
    <fieldset className="grid min-w-0 gap-1.5" aria-describedby="recipients-note">
      <legend className="mb-1 text-12 font-medium text-ink-2">Send to</legend>
      {members.map(({ pk, name }) => (
        <Checkbox
          key={pk}
          label={name}
          checked={chosen.includes(pk)}
          onChange={(event) =>
            onChange(event.target.checked ? [...chosen, pk] : chosen.filter((one) => one !== pk))
          }
        />
      ))}
      <FieldNote
        id="recipients-note"
        error={problem}
        hint={chosen.length === 0 ? 'Without a choice, owners and admins get it.' : undefined}
      />
    </fieldset>
  )
}
