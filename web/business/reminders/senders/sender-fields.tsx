import { SENDER_NAME_MAX_LENGTH } from '../../../../domain/reminders/step-sender.ts'
import { Select } from '../../../ui/fields/select.tsx'
import { TextField } from '../../../ui/fields/text-field.tsx'
import { Note } from '../../../ui/text/note.tsx'
import { useMembers } from '../../worklist/use-members.ts'
import type { StepFieldsProps } from '../editor/step-form-props.ts'
import { hasLeft, type SenderValues, TYPED } from './sender-values.ts'

/** Sender of a step's email, and the address that gets the answers. */
export function SenderFields({ step, error, set }: Pick<StepFieldsProps, 'step' | 'error' | 'set'>) {
  const found = useMembers().data?.results
  const members = found ?? []
  const { sender } = step
  const left = found !== undefined && hasLeft(sender, members)
  const member = members.find(({ pk }) => pk === sender.from)
  const change = (values: Partial<SenderValues>) => set({ sender: { ...sender, ...values } }, 'sender')
  return (
    <>
      <Select
        label="From"
        hint={sender.from === '' ? undefined : 'The address stays the one that your emails are sent from.'}
        options={[
          { value: '', label: 'Your company' },
          ...members.map(({ pk, name }) => ({ value: pk, label: name })),
          ...(sender.from !== '' && sender.from !== TYPED && member === undefined
            ? [{ value: sender.from, label: left ? 'Somebody who left' : '…' }]
            : []),
          { value: TYPED, label: 'Somebody else…' },
        ]}
        value={sender.from}
        error={error('sender')}
        onChange={(event) => change({ from: event.target.value, name: '', email: '' })}
      />
      {left && (
        <Note tone="warning" title="This person is not on your team any more">
          Emails of this step come from your company until you choose another sender.
        </Note>
      )}
      {sender.from !== '' && !left && (
        <TextField
          label="Shown as"
          optional={sender.from !== TYPED}
          placeholder={member?.name ?? 'Jane Doe, Head of Finance'}
          maxLength={SENDER_NAME_MAX_LENGTH}
          autoComplete="off"
          value={sender.name}
          onChange={(event) => change({ name: event.target.value })}
        />
      )}
      {sender.from === TYPED && (
        <TextField
          label="Answers to"
          type="email"
          placeholder="jane@company.example"
          autoComplete="off"
          value={sender.email}
          onChange={(event) => change({ email: event.target.value })}
        />
      )}
    </>
  )
}
