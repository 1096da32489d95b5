import { type ReactNode, useState } from 'react'
import { ApiError, actionErrorText } from '../../session/calls/api-error.ts'
import { Checkbox } from '../../ui/fields/checkbox.tsx'
import { FieldNote } from '../../ui/fields/field.tsx'
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

type Options = readonly { readonly value: string; readonly label: ReactNode }[]

/** Returns what a refused save tells about a field that somebody else changed, with its value as the dialog names it. */
const toldBy =
  (error: Error | null) =>
  (field: keyof Settings, options: Options = []): string | undefined =>
    error instanceof ApiError
      ? error.fields[field]?.[0]?.replace(/: it is (?:“([^”]*)”|(\w+)) now/, (text, quoted, plain) => {
          const value = quoted ?? (plain === 'empty' ? '' : plain)
          const label = options.find((option) => option.value === value)?.label
          return label === undefined ? text : `: it is “${label}” now`
        })
      : undefined

/** Changes on which day statements are sent, of which kind, and to whom. */
export function ScheduleDialog({ settings, onClose }: { settings: Settings; onClose: () => void }) {
  const change = useChangeSettings(settings, onClose)
  const [wanted, setWanted] = useState(settings)
  const told = toldBy(change.error)
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
          error={told('send_day', DAYS)}
        />
        <Select
          label="At"
          value={String(wanted.send_hour)}
          onChange={({ currentTarget: { value } }) => set({ send_hour: Number(value) })}
          options={HOURS}
          error={told('send_hour', HOURS)}
        />
        <div>
          <Segmented label="Kind" options={KINDS} value={wanted.kind} onChange={(kind) => set({ kind })} />
          <FieldNote id="schedule-kind" error={told('kind', KINDS)} />
        </div>
        <Checkbox
          label="Only customers with something open"
          checked={wanted.only_open}
          error={told('only_open')}
          onChange={({ currentTarget }) => set({ only_open: currentTarget.checked })}
        />
      </div>
    </Dialog>
  )
}
