import { CornerDownLeft } from 'lucide-react'
import { type ReactNode, useEffect, useRef } from 'react'
import { cx } from '../cx.ts'

export type CommandItem = {
  id: string
  label: string
  /** Secondary text after the label: a number, a name. */
  detail?: string | undefined
  icon?: ReactNode
  onSelect: () => void
}

export type CommandGroup = { id: string; heading: string; items: readonly CommandItem[] }

type Picking = {
  listId: string
  at: number
  onPoint: (index: number) => void
  onChoose: (item: CommandItem) => void
}

function Line({
  item,
  index,
  listId,
  at,
  onPoint,
  onChoose,
}: Picking & { item: CommandItem; index: number }) {
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: keys belong to the input, by aria-activedescendant
    // biome-ignore lint/a11y/useFocusableInteractive: the focus stays in the input
    <div
      id={`${listId}-${index}`}
      data-line={index}
      role="option"
      aria-selected={index === at}
      onPointerMove={() => onPoint(index)}
      onClick={() => onChoose(item)}
      className={cx(
        'flex min-h-9 cursor-pointer items-center gap-2.5 rounded-6 px-2.5 max-md:min-h-11',
        index === at && 'bg-sunken',
      )}
    >
      {item.icon && <span className="text-ink-3">{item.icon}</span>}
      <span className="min-w-0 truncate font-medium">{item.label}</span>
      {item.detail && <span className="num min-w-0 flex-1 truncate text-ink-3">{item.detail}</span>}
      {index === at && <CornerDownLeft className="ms-auto size-3.5 text-ink-3" />}
    </div>
  )
}

/** Results of the command palette, group by group. */
export function CommandResults({
  groups,
  loading,
  ...picking
}: Picking & { groups: readonly CommandGroup[]; loading: boolean }) {
  const list = useRef<HTMLDivElement>(null)
  const { at, listId } = picking
  useEffect(() => {
    list.current?.querySelector(`[data-line="${at}"]`)?.scrollIntoView({ block: 'nearest' })
  }, [at])
  const firsts = groups.map((_, index) =>
    groups.slice(0, index).reduce((sum, group) => sum + group.items.length, 0),
  )
  return (
    <div
      ref={list}
      id={listId}
      role="listbox"
      aria-label="Results"
      aria-busy={loading}
      className="min-h-0 flex-1 overflow-y-auto p-2 empty:hidden"
    >
      {groups.map((group, groupIndex) =>
        group.items.length === 0 ? null : (
          // biome-ignore lint/a11y/useSemanticElements: a group of options has no element of its own
          <div key={group.id} role="group" aria-label={group.heading} className="not-first:mt-2">
            <p aria-hidden="true" className="px-2.5 pt-1 pb-1 text-12 font-medium text-ink-3">
              {group.heading}
            </p>
            {group.items.map((item, index) => (
              <Line key={item.id} item={item} index={(firsts[groupIndex] ?? 0) + index} {...picking} />
            ))}
          </div>
        ),
      )}
    </div>
  )
}
