import { useState } from 'react'
import type { contract } from '../../../../contract/index.ts'
import type { ReplyOf } from '../../../../contract/route.ts'
import { actionErrorText } from '../../../session/calls/api-error.ts'
import { Checkbox } from '../../../ui/fields/checkbox.tsx'
import { Dialog } from '../../../ui/overlay/dialog.tsx'
import { DialogButtons } from '../../../ui/overlay/dialog-buttons.tsx'
import { Note } from '../../../ui/text/note.tsx'
import { Skeleton } from '../../../ui/text/skeleton.tsx'
import { type InviteSelection, useRunPreview, useStartRun } from './use-invite-runs.ts'

/** Shows whom inviting everybody, or the selected customers, would invite, and whom not and why, and starts it. */
export function InviteRunDialog({
  selected = null,
  onStarted,
  onClose,
}: {
  /** Null for all customers. */
  selected?: { readonly count: number; readonly body: NonNullable<InviteSelection> } | null
  onStarted?: () => void
  onClose: () => void
}) {
  const [again, setAgain] = useState(false)
  const preview = useRunPreview(again, selected?.body ?? null)
  const start = useStartRun(() => {
    onClose()
    onStarted?.()
  })
  const count = preview.data?.invited ?? 0
  const error = start.error ?? preview.error
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={selected ? `Invite ${customersText(selected.count)} to the portal` : 'Invite all customers'}
      description="To the address that we have on file. You can leave this page while the emails go out."
      locked={start.isPending}
      footer={
        <DialogButtons
          label={`Invite ${customersText(count)}`}
          busy={start.isPending}
          disabled={count === 0}
          onPress={() => start.mutate({ again, ...selected?.body })}
          onCancel={onClose}
        />
      }
    >
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
        {error && <Note tone="error">{actionErrorText(error)}</Note>}
        <Checkbox
          label="Also those who were invited and haven’t accepted"
          checked={again}
          onChange={({ currentTarget }) => setAgain(currentTarget.checked)}
        />
        {preview.data ? (
          <Preview preview={preview.data} selected={selected?.count ?? null} />
        ) : (
          !preview.error && <Skeleton className="h-40" />
        )}
      </div>
    </Dialog>
  )
}

const customersText = (count: number): string =>
  count === 1 ? '1 customer' : `${count.toLocaleString('en-US')} customers`

const LEFT_OUT = [
  ['active', 'with a login'],
  ['invited', 'invited before'],
  ['removed', 'whose login you ended'],
  ['no_address', 'without an email address'],
  ['marked_address', 'whose address refuses emails'],
  ['inactive', 'inactive'],
] as const

function Preview({
  preview,
  selected,
}: {
  preview: ReplyOf<typeof contract.inviteRuns.preview>
  selected: number | null
}) {
  const leftOut = LEFT_OUT.filter(([name]) => preview.left_out[name] > 0)
  return (
    <section aria-label="Preview" className="grid grid-cols-[minmax(0,1fr)] gap-3">
      {selected !== null && (
        <p>
          {preview.invited.toLocaleString('en-US')} of {customersText(selected)} selected{' '}
          {preview.invited === 1 ? 'gets' : 'get'} an invitation.
        </p>
      )}
      <ul className="grid grid-cols-[minmax(0,1fr)] gap-1">
        {preview.first.map(({ customer, email }) => (
          <li key={customer.pk} className="flex flex-wrap justify-between gap-x-4">
            <span className="min-w-0 truncate">{customer.short_name}</span>
            <span className="min-w-0 truncate text-ink-2">{email}</span>
          </li>
        ))}
      </ul>
      {preview.invited > preview.first.length && (
        <p className="text-ink-3">
          and {(preview.invited - preview.first.length).toLocaleString('en-US')} more
        </p>
      )}
      {leftOut.length > 0 && (
        <p className="text-ink-2">
          Left out: {leftOut.map(([name, text]) => `${preview.left_out[name]} ${text}`).join(', ')}.
        </p>
      )}
    </section>
  )
}
