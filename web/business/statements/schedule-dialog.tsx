import { useState } from 'react'
import { actionErrorText } from '../../session/calls/api-error.ts'
import { Checkbox } from '../../ui/fields/checkbox.tsx'
import { Segmented } from '../../ui/fields/segmented.tsx'
import { Select } from '../../ui/fields/select.tsx'
import { Dialog } from '../../ui/overlay/dialog.tsx'
import { DialogButtons } from '../../ui/overlay/dialog-buttons.tsx'
import { HOURS } from '../../ui/text/hour-text.ts'
import { Note } from '../../ui/text/note.tsx'
import { KINDS } from './period-fields.tsx'
import { type Settings, useChangeSettings } from './use-sending.ts'

const LAST_DAY = 31
const DAYS = [
  { value: '', label: 'Don’t send automatically' },
  ...Array.from({ length: LAST_DAY - 1 }, (_, at) => ({
    value: String(at + 1),
    label: `Day ${at + 1} of each month`,
  })),
  { value: String(LAST_DAY), label: 'Last day of each month' },
]

/** Changes on which day statements are sent, of which kind, and to whom. */
export function ScheduleDialog({ settings, onClose }: { settings: Settings; onClose: () => void }) {
  const change = useChangeSettings(onClose)
  const [wanted, setWanted] = useState(settings)
  const set = (changes: Partial<Settings>): void => setWanted((before) => ({ ...before, ...changes }))
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title="Statement schedule"
      description="A statement covers the days since the last one. On a day off it leaves on the next working day."
      locked={change.isPending}
      footer={
        <DialogButtons
          label="Save schedule"
          busy={change.isPending}
          onPress={() => change.mutate(wanted)}
          onCancel={onClose}
        />
      }
    >
      <div className="grid gap-4">
        {change.error && <Note tone="error">{actionErrorText(change.error)}</Note>}
        <Select
          label="Send on"
          value={wanted.send_day === null ? '' : String(wanted.send_day)}
          onChange={({ currentTarget: { value } }) => set({ send_day: value === '' ? null : Number(value) })}
          options={DAYS}
        />
        <Select
          label="At"
          value={String(wanted.send_hour)}
          onChange={({ currentTarget: { value } }) => set({ send_hour: Number(value) })}
          options={HOURS}
        />
        <Segmented label="Kind" options={KINDS} value={wanted.kind} onChange={(kind) => set({ kind })} />
        <Checkbox
          label="Only customers with something open"
          checked={wanted.only_open}
          onChange={({ currentTarget }) => set({ only_open: currentTarget.checked })}
        />
      </div>
    </Dialog>
  )
}
