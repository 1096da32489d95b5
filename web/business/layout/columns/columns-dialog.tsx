import { ArrowDown, ArrowUp } from 'lucide-react'
import { useState } from 'react'
import { Checkbox } from '../../../ui/fields/checkbox.tsx'
import { NativeSelect } from '../../../ui/fields/select.tsx'
import { Button } from '../../../ui/layout/button.tsx'
import { IconButton } from '../../../ui/layout/icon-button.tsx'
import { Dialog } from '../../../ui/overlay/dialog.tsx'
import { chosenWidths, columnsText } from './arrange-columns.ts'

interface Choosable {
  readonly id: string
  readonly header: string
  readonly rowHeader?: boolean | undefined
}

/** Rem. */
const WIDTHS = [
  { width: 6, label: 'Narrow' },
  { width: 10, label: 'Medium' },
  { width: 16, label: 'Wide' },
  { width: 24, label: 'Very wide' },
] as const
const STANDARD = ''

/** Chooses the columns of a list, their order and widths. The list changes on Apply. */
export function ColumnsDialog({
  all,
  text,
  shown,
  onChoose,
  onClose,
}: {
  all: readonly Choosable[]
  /** The choice so far; null for the product's columns. */
  text: string | null
  shown: readonly string[]
  onChoose: (text: string | null) => void
  onClose: () => void
}) {
  const [order, setOrder] = useState(() => [
    ...shown,
    ...all.map(({ id }) => id).filter((id) => !shown.includes(id)),
  ])
  const [on, setOn] = useState<ReadonlySet<string>>(new Set(shown))
  const [widths, setWidths] = useState<ReadonlyMap<string, number>>(() => chosenWidths(text))
  const done = (chosen: string | null) => {
    onChoose(chosen)
    onClose()
  }
  const move = (at: number, by: 1 | -1) => {
    const next = [...order]
    const [moved] = next.splice(at, 1)
    next.splice(at + by, 0, moved!)
    setOrder(next)
  }
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title="Columns"
      description="For you, in this list. Save a view to keep them with its filters. On narrow screens the last columns are hidden first."
      footer={
        <>
          {text !== null && (
            <Button variant="bare" onClick={() => done(null)} className="me-auto">
              Reset
            </Button>
          )}
          <Button onClick={onClose}>Cancel</Button>
          <Button
            variant="primary"
            onClick={() =>
              done(
                columnsText(
                  order.filter((id) => on.has(id)),
                  widths,
                ),
              )
            }
          >
            Apply
          </Button>
        </>
      }
    >
      <ul className="grid">
        {order.map((id, at) => {
          const column = all.find((one) => one.id === id)!
          return (
            <li key={id} className="flex min-h-11 items-center gap-2 border-b border-line last:border-0">
              <Checkbox
                label={column.header}
                checked={on.has(id)}
                disabled={column.rowHeader}
                onChange={({ currentTarget }) => setOn(withId(on, id, currentTarget.checked))}
                className="min-w-0 flex-1"
              />
              <WidthSelect
                header={column.header}
                width={widths.get(id)}
                onChange={(width) => setWidths(withWidth(widths, id, width))}
              />
              <IconButton
                size="sm"
                label={`Move ${column.header} up`}
                icon={<ArrowUp />}
                disabled={at === 0}
                onClick={() => move(at, -1)}
              />
              <IconButton
                size="sm"
                label={`Move ${column.header} down`}
                icon={<ArrowDown />}
                disabled={at === order.length - 1}
                onClick={() => move(at, 1)}
              />
            </li>
          )
        })}
      </ul>
    </Dialog>
  )
}

function withId(ids: ReadonlySet<string>, id: string, isOn: boolean): ReadonlySet<string> {
  const next = new Set(ids)
  if (isOn) next.add(id)
  else next.delete(id)
  return next
}

function withWidth(widths: ReadonlyMap<string, number>, id: string, width: string) {
  const next = new Map(widths)
  if (width === STANDARD) next.delete(id)
  else next.set(id, Number(width))
  return next
}

function WidthSelect({
  header,
  width,
  onChange,
}: {
  header: string
  width: number | undefined
  onChange: (width: string) => void
}) {
  const isDragged = width !== undefined && !WIDTHS.some((one) => one.width === width)
  return (
    <NativeSelect
      compact
      aria-label={`Width of ${header}`}
      value={width === undefined ? STANDARD : String(width)}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
      options={[
        { value: STANDARD, label: 'Standard' },
        ...WIDTHS.map((one) => ({ value: String(one.width), label: one.label })),
        ...(isDragged ? [{ value: String(width), label: 'As dragged' }] : []),
      ]}
      className="w-36"
    />
  )
}
