import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { ApiError, actionErrorText } from '../../session/calls/api-error.ts'
import { PageHeader } from '../../ui/layout/page-header.tsx'
import { Note } from '../../ui/text/note.tsx'
import { Skeleton } from '../../ui/text/skeleton.tsx'

/**
 * Frame of a record's page: a placeholder while it loads, an error with a link back and, unless the record is gone, a retry, or the record.
 * A failed refetch keeps the record.
 */
export function RecordPage<Shape>({
  query,
  title,
  crumbs,
  failure,
  children,
}: {
  query: Pick<UseQueryResult<Shape>, 'data' | 'error' | 'isFetching' | 'refetch'>
  /** Kind of record. */
  title: string
  crumbs: { label: string; href: string }[]
  /** 'Failed to load invoices' */
  failure: string
  children: (record: Shape) => ReactNode
}) {
  if (query.data !== undefined) return children(query.data)
  if (query.error === null) return <Outline />
  // A record that is gone stays gone.
  const isMissing = query.error instanceof ApiError && query.error.status === 404
  const retry = isMissing ? undefined : () => void query.refetch()
  return (
    <>
      <PageHeader title={title} crumbs={crumbs} />
      <div className="px-4 md:px-6">
        <Note tone="error" title={failure} onRetry={retry} retrying={query.isFetching}>
          {actionErrorText(query.error)}
        </Note>
      </div>
    </>
  )
}

const Outline = () => (
  <div className="grid gap-4 p-4 md:p-6" aria-busy="true">
    <Skeleton className="h-8 w-60" />
    <Skeleton className="h-28" />
    <Skeleton className="h-80" />
  </div>
)
