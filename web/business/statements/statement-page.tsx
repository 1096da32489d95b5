import { useParams } from '@tanstack/react-router'
import { FileText } from 'lucide-react'
import { ApiError, actionErrorText } from '../../session/calls/api-error.ts'
import { NativeSelect } from '../../ui/fields/select.tsx'
import { EmptyState } from '../../ui/layout/empty-state.tsx'
import { PageHeader } from '../../ui/layout/page-header.tsx'
import { Note } from '../../ui/text/note.tsx'
import { Skeleton } from '../../ui/text/skeleton.tsx'
import { recordPath } from '../paths.ts'
import { PeriodFields } from './period-fields.tsx'
import { StatementActions } from './statement-actions.tsx'
import { StatementFigures } from './statement-figures.tsx'
import { type Statement, useStatement, useStatementChoice } from './use-statement.ts'

/** One customer's statement of any period. */
export function StatementPage() {
  const { customerId } = useParams({ strict: false }) as { customerId: string }
  const { choice, list } = useStatementChoice()
  const read = useStatement(customerId, choice)
  const statement = read.data
  const fields = read.error instanceof ApiError ? read.error.fields : {}
  const isRefused = fields.from !== undefined || fields.to !== undefined
  return (
    <>
      <PageHeader
        title="Statement"
        crumbs={[
          { label: 'Customers', href: '/customers' },
          { label: statement?.customer.short_name ?? 'Customer', href: recordPath('customer', customerId) },
        ]}
        actions={statement && !read.error && <StatementActions statement={statement} choice={choice} />}
      />
      <div className="flex flex-wrap items-end gap-3 px-4 pb-4 md:px-6">
        <PeriodFields
          value={choice}
          errors={{ from: fields.from?.[0], to: fields.to?.[0] }}
          onChange={(changes) => list.set(changes)}
        />
        {statement && statement.currencies.length > 1 && (
          <NativeSelect
            aria-label="Currency"
            value={statement.currency}
            onChange={(event) => list.set({ currency: event.currentTarget.value })}
            options={statement.currencies.map((value) => ({ value, label: value }))}
          />
        )}
      </div>
      {read.error && !isRefused && (
        <Note
          tone="error"
          title="Failed to load the statement"
          className="mx-4 md:mx-6"
          onRetry={() => read.refetch()}
          retrying={read.isFetching}
        >
          {actionErrorText(read.error)}
        </Note>
      )}
      {!read.error && <Shown statement={statement} loading={read.isFetching} />}
    </>
  )
}

function Shown({ statement, loading }: { statement: Statement | undefined; loading: boolean }) {
  if (!statement) return <Skeleton className="mx-4 h-80 md:mx-6" />
  if (statement.is_empty)
    return (
      <EmptyState icon={<FileText />} title="Nothing in this period">
        No entries, and nothing open at its end. Choose another period.
      </EmptyState>
    )
  return <StatementFigures statement={statement} loading={loading} />
}
