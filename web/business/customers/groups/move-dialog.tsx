import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { contract } from '../../../../contract/index.ts'
import { GROUP_NAME_MAX_LENGTH } from '../../../../domain/people/customer-group.ts'
import { useAccount } from '../../../session/account-context.ts'
import { required, usePlainForm } from '../../../session/forms/plain-form.ts'
import { useCall } from '../../../session/session-context.tsx'
import { Select } from '../../../ui/fields/select.tsx'
import { TextField } from '../../../ui/fields/text-field.tsx'
import { Button } from '../../../ui/layout/button.tsx'
import { useToast } from '../../../ui/overlay/toast.tsx'
import { TypedDialog } from '../../../ui/overlay/typed-dialog.tsx'
import { Note } from '../../../ui/text/note.tsx'
import { undoFailure } from '../../undo-failure.ts'
import type { SelectedCustomers } from '../list/use-selected-customers.ts'
import { customersText, useGroups } from './use-groups.ts'

const NEW = 'new'
const NONE = 'none'

/** Moves the selected customers to a group, a new one included, or out of theirs. */
export function MoveDialog({
  selected,
  onClose,
  onMoved,
}: {
  selected: SelectedCustomers
  onClose: () => void
  onMoved: () => void
}) {
  const { pk } = useAccount()
  const call = useCall()
  const queries = useQueryClient()
  const toast = useToast()
  const groups = useGroups()
  const [choice, setChoice] = useState('')
  const many = customersText(selected.count)
  const { form, field, busy, problem } = usePlainForm({
    checks: { group: required, name: required },
    async send({ group, name }) {
      const target =
        group === NEW ? await call(contract.customerGroups.create, { body: { name } }) : findGroup(group)
      const body = { group: target?.pk ?? null, ...selected.body }
      const { moved, move } = await call(contract.customerGroups.moveCustomers, { body })
      await queries.invalidateQueries({ queryKey: [pk] })
      toast({
        ...outcomeOf(moved, target?.name),
        ...(move !== null && { action: { label: 'Undo', onPress: () => undo(move) } }),
      })
      onMoved()
      return undefined
    },
  })
  const undo = async (move: string) => {
    try {
      toast(undoneText(await call(contract.customerGroups.undoMove, { params: { move }, body: {} })))
    } catch (error) {
      toast(undoFailure(error, undefined))
    }
    await queries.invalidateQueries({ queryKey: [pk] })
  }
  const findGroup = (id: string) => groups.data?.results.find((group) => group.pk === id)
  return (
    <TypedDialog
      open
      onOpenChange={onClose}
      locked={busy}
      size="sm"
      title={`Move ${many} to a group`}
      footer={
        <>
          <Button onClick={onClose} disabled={busy}>
            Cancel
          </Button>
          <Button variant="primary" type="submit" form="move-form" busy={busy}>
            {choice === NONE ? `Ungroup ${many}` : `Move ${many}`}
          </Button>
        </>
      }
    >
      <form id="move-form" {...form} className="grid gap-4">
        {(problem || groups.error) && <Note tone="error">{problem || groups.error?.message}</Note>}
        <Select
          label="Group"
          hint="A customer can be in one group. They leave their current one."
          value={choice}
          onChange={(event) => setChoice(event.target.value)}
          options={[
            { value: '', label: groups.data ? 'Choose a group' : 'Loading…' },
            ...(groups.data?.results ?? []).map((group) => ({ value: group.pk, label: group.name })),
            { value: NONE, label: 'No group' },
            { value: NEW, label: 'New group…' },
          ]}
          {...field('group')}
        />
        {choice === NEW && (
          <TextField
            label="Name of the new group"
            maxLength={GROUP_NAME_MAX_LENGTH}
            autoComplete="off"
            autoFocus
            {...field('name')}
          />
        )}
      </form>
    </TypedDialog>
  )
}

function outcomeOf(moved: number, group: string | undefined) {
  if (moved === 0)
    return {
      title: 'No customers moved',
      body: `They are already in ${group ?? 'no group'}.`,
      tone: 'info',
    } as const
  const title =
    group === undefined ? `Ungrouped ${customersText(moved)}` : `Moved ${customersText(moved)} to ${group}`
  return { title, tone: 'success' } as const
}

function undoneText({ restored, kept }: { restored: number; kept: number }) {
  const why = 'Their group changed since, or their former group was deleted.'
  if (restored === 0) return { title: 'No customers moved back', body: why, tone: 'info' } as const
  return {
    title: `Moved ${customersText(restored)} back`,
    ...(kept > 0 && { body: `${customersText(kept)} stay. ${why}` }),
    tone: kept > 0 ? 'info' : 'success',
  } as const
}
