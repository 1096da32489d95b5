import { useState } from 'react'
import type { FieldErrors } from '../../../../contract/errors.ts'
import type { SavedList, SavedViewReply } from '../../../../contract/lists/saved-views.ts'
import { useCan } from '../../../session/account-context.ts'
import { ApiError, actionErrorText, isChangedMeanwhile } from '../../../session/calls/api-error.ts'
import { knowing } from '../../../session/forms/form-changes.ts'
import { Checkbox } from '../../../ui/fields/checkbox.tsx'
import { Select } from '../../../ui/fields/select.tsx'
import { TextField } from '../../../ui/fields/text-field.tsx'
import { Dialog } from '../../../ui/overlay/dialog.tsx'
import { DialogButtons } from '../../../ui/overlay/dialog-buttons.tsx'
import { Note } from '../../../ui/text/note.tsx'
import { useSaveView } from './use-saved-views.ts'

const FORM = 'save-view'

/** Saves what a list shows under a name or in place of another view, or renames a view and shares it. */
export function SaveViewDialog({
  list,
  view,
  others,
  query,
  onSaved,
  onClose,
}: {
  list: SavedList
  /** Null saves the query. */
  view: SavedViewReply | null
  others: readonly SavedViewReply[]
  query: Readonly<Record<string, string>>
  onSaved: (saved: SavedViewReply) => void
  onClose: () => void
}) {
  const { replaced, choose, seen, setSeen } = useReplaced(others)
  const target = view ?? others.find(({ pk }) => pk === replaced) ?? null
  const [name, setName] = useState(view?.name ?? '')
  const [shared, setShared] = useState(view?.shared ?? false)
  const save = useSaveView(list, {
    onSaved: (saved) => {
      onSaved(saved)
      onClose()
    },
    // The next save replaces somebody else's changes, knowingly.
    onChanged: (now, error) =>
      setSeen((before) =>
        before.map((one) => knowing(one, now.find(({ pk }) => pk === one.pk) ?? one, error)),
      ),
  })
  const replaceable = view === null ? others.filter((one) => one.can_change) : []
  const problems = save.error instanceof ApiError ? save.error.fields : {}
  const taken = problems.name?.[0]
  const isReplacing = view === null && target !== null
  const submit = () =>
    save.mutate({
      view: target && (seen.find(({ pk }) => pk === target.pk) ?? target),
      fields: {
        ...(view === null && { query: { ...query } }),
        ...(!isReplacing && { name: name.trim(), shared }),
      },
    })
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={view ? `Change the view ${view.name}` : 'Save this view'}
      description={
        view ? undefined : 'Keeps the search, the filters, the order and the columns under a name.'
      }
      size="sm"
      locked={save.isPending}
      footer={
        <DialogButtons
          label={view ? 'Save changes' : isReplacing ? `Replace ${target.name}` : 'Save view'}
          busy={save.isPending}
          disabled={!isReplacing && name.trim() === ''}
          form={FORM}
          onCancel={onClose}
        />
      }
    >
      <form
        id={FORM}
        className="grid grid-cols-[minmax(0,1fr)] gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          submit()
        }}
      >
        {save.error && (taken === undefined || isChangedMeanwhile(save.error)) && (
          <Note tone="error">
            {actionErrorText(save.error)} {problems.query?.[0]}
          </Note>
        )}
        {replaceable.length > 0 && (
          <Select
            label="Save as"
            value={replaced}
            onChange={({ currentTarget }) => choose(currentTarget.value)}
          >
            <option value="">A new view</option>
            {replaceable.map((one) => (
              <option key={one.pk} value={one.pk}>
                {one.name}
              </option>
            ))}
          </Select>
        )}
        {!isReplacing && (
          <NameFields name={name} shared={shared} problems={problems} onName={setName} onShared={setShared} />
        )}
      </form>
    </Dialog>
  )
}

/** The view to replace, and the views as this person saw them. They may come after the dialog has opened. */
function useReplaced(others: readonly SavedViewReply[]) {
  const [replaced, setReplaced] = useState('')
  const [seen, setSeen] = useState(others)
  const choose = (chosen: string): void => {
    setReplaced(chosen)
    setSeen((before) => [
      ...before,
      ...others.filter((one) => one.pk === chosen && !before.some(({ pk }) => pk === chosen)),
    ])
  }
  return { replaced, choose, seen, setSeen }
}

function NameFields({
  name,
  shared,
  problems,
  onName,
  onShared,
}: {
  name: string
  shared: boolean
  problems: FieldErrors
  onName: (name: string) => void
  onShared: (shared: boolean) => void
}) {
  const mayShare = useCan('invoices.write')
  return (
    <>
      <TextField
        label="Name"
        maxLength={40}
        value={name}
        error={problems.name?.[0]}
        onChange={({ currentTarget }) => onName(currentTarget.value)}
      />
      {mayShare && (
        <Checkbox
          label="Share with everybody in the company"
          checked={shared}
          error={problems.shared?.[0]}
          onChange={({ currentTarget }) => onShared(currentTarget.checked)}
        />
      )}
    </>
  )
}
