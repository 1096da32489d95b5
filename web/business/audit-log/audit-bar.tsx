import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { contract } from '../../../contract/index.ts'
import { formatDate } from '../../../domain/dates/calendar.ts'
import { useAccount } from '../../session/account-context.ts'
import { useCall } from '../../session/session-context.tsx'
import { DateField } from '../../ui/fields/date-field.tsx'
import { Select } from '../../ui/fields/select.tsx'
import { FilterChip } from '../../ui/table/filter-chip.tsx'
import { DroppedFilters } from '../layout/dropped-filters.tsx'
import { ExportMenu } from '../layout/export-menu.tsx'
import type { ListState } from '../list-search.ts'
import { AREA_OPTIONS, OTHER_ACTORS } from './audit-filters.ts'

/** Filters of the audit log (actor, record, period) and the export of the result. */
export function AuditBar({
  list,
  about,
  columns,
}: {
  list: ListState
  about: string | undefined
  /** The button that opens the choice of columns. */
  columns: ReactNode
}) {
  const { date_format } = useAccount()
  const { search } = list
  const written = (iso: string): string => formatDate(iso, date_format)
  return (
    <div className="grid gap-3 px-4 py-3 md:px-6">
      <div className="flex flex-wrap items-end gap-3">
        <WhoField list={list} />
        <Select
          label="About"
          className="w-44 max-sm:w-full"
          value={search.area ?? ''}
          onChange={(event) => list.set({ area: event.target.value })}
          options={AREA_OPTIONS}
        />
        <DateField
          label="From"
          className="w-38 max-sm:flex-1"
          formatDate={written}
          value={search.from ?? ''}
          max={search.to}
          onChange={(from) => list.set({ from })}
        />
        <DateField
          label="Until"
          className="w-38 max-sm:flex-1"
          formatDate={written}
          value={search.to ?? ''}
          min={search.from}
          onChange={(to) => list.set({ to })}
        />
        <ExportMenu list={list} route={contract.auditLog.export} name="Audit log" />
        {columns}
      </div>
      <DroppedFilters list={list} />
      {search.object && (
        <div>
          <FilterChip
            name="Only"
            value={about || 'one record'}
            onRemove={() => list.set({ object: undefined })}
          />
        </div>
      )}
    </div>
  )
}

/** Options for the actor: members of staff by name, former ones too, and everybody else by kind. */
function WhoField({ list }: { list: ListState }) {
  const account = useAccount()
  const call = useCall()
  const people = useQuery({
    queryKey: [account.pk, 'audit-log', 'people'],
    queryFn: ({ signal }) => call(contract.auditLog.people, { params: { account: account.pk } }, { signal }),
  })
  const { person, actor_kind } = list.search
  const named = people.data?.results ?? []
  const unknown = person !== undefined && !named.some(({ pk }) => pk === person)
  return (
    <Select
      label="Who"
      className="w-52 max-sm:w-full"
      value={person ?? (actor_kind ? `kind ${actor_kind}` : '')}
      onChange={({ target: { value } }) => {
        const kind = value.startsWith('kind ') ? value.slice(5) : undefined
        list.set({ actor_kind: kind, person: kind === undefined ? value : undefined })
      }}
    >
      <option value="">Anyone</option>
      {unknown && <option value={person}>This person</option>}
      {named.length > 0 && (
        <optgroup label="Staff">
          {named.map(({ pk, name, email }) => (
            <option key={pk} value={pk}>
              {named.some((other) => other.pk !== pk && other.name === name) ? `${name} (${email})` : name}
            </option>
          ))}
        </optgroup>
      )}
      <optgroup label="Others">
        <option value="kind staff">All staff</option>
        {OTHER_ACTORS.map(({ value, label }) => (
          <option key={value} value={`kind ${value}`}>
            {label}
          </option>
        ))}
      </optgroup>
    </Select>
  )
}
