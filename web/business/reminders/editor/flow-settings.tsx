import { Checkbox } from '../../../ui/fields/checkbox.tsx'
import { FieldNote } from '../../../ui/fields/field.tsx'
import { Select } from '../../../ui/fields/select.tsx'
import { TextField } from '../../../ui/fields/text-field.tsx'
import { Link } from '../../../ui/layout/link.tsx'
import { useGroups } from '../../customers/groups/use-groups.ts'
import { CUSTOMER_GROUPS_PATH } from '../../paths.ts'
import { everyoneText } from '../flows/flow-words.ts'
import { useFlows } from '../flows/use-flows.ts'
import type { FlowEditing } from './use-flow-editing.ts'

const coversOptions = (isOnly: boolean) => [
  { value: 'everyone_else', label: everyoneText(isOnly) },
  { value: 'groups', label: 'Customer groups' },
]

/** The flow's name, its customers, and the days between two messages. */
export function FlowSettings({ editing, readOnly }: { editing: FlowEditing; readOnly: boolean }) {
  const { values, errors, change } = editing
  const isOnly = useFlows().data?.results.length === 1
  return (
    <fieldset disabled={readOnly} className="min-w-0 border-y border-line bg-surface px-4 py-4 md:px-6">
      <legend className="sr-only">Flow</legend>
      <div className="grid items-start gap-x-4 gap-y-3 sm:grid-cols-3">
        <TextField
          label="Name"
          maxLength={80}
          autoComplete="off"
          value={values.name}
          error={errors.name}
          onChange={(event) => change({ name: event.target.value }, 'name')}
        />
        <Select
          label="Covers"
          hint={values.covers === 'everyone_else' && !isOnly && 'Customers whose group has no flow'}
          options={coversOptions(isOnly)}
          value={values.covers}
          error={errors.covers}
          onChange={(event) =>
            change({ covers: event.target.value === 'groups' ? 'groups' : 'everyone_else' }, 'covers')
          }
        />
        <TextField
          label="Between messages"
          hint="At least, to one customer"
          inputMode="numeric"
          autoComplete="off"
          suffix="days"
          value={values.gapDays}
          error={errors.gapDays}
          onChange={(event) => change({ gapDays: event.target.value }, 'gapDays')}
        />
      </div>
      {values.covers === 'groups' && <GroupBoxes editing={editing} />}
    </fieldset>
  )
}

function GroupBoxes({ editing }: { editing: FlowEditing }) {
  const { values, errors, change } = editing
  const groups = useGroups().data?.results ?? editing.stored.groups
  if (groups.length === 0)
    return (
      <p className="mt-3 text-ink-2">
        You have no customer groups yet.{' '}
        <Link href={CUSTOMER_GROUPS_PATH} className="font-medium text-brand underline underline-offset-3">
          Add one
        </Link>
      </p>
    )
  return (
    <fieldset className="mt-3" aria-describedby={errors.groups && 'groups-note'}>
      <legend className="text-12 font-medium text-ink-2">Groups</legend>
      <div className="flex flex-wrap gap-x-6">
        {groups.map(({ pk, name }) => (
          <Checkbox
            key={pk}
            label={name}
            checked={values.groups.includes(pk)}
            onChange={(event) =>
              change(
                {
                  groups: event.target.checked
                    ? [...values.groups, pk]
                    : values.groups.filter((one) => one !== pk),
                },
                'groups',
              )
            }
          />
        ))}
      </div>
      <FieldNote id="groups-note" error={errors.groups} />
    </fieldset>
  )
}
