import { Skeleton } from '../../ui/text/skeleton.tsx'

const ROWS = ['a', 'b', 'c', 'd', 'e', 'f'] as const

/** Placeholder in the dashboard's shape while its figures load. */
export function DashboardSkeleton() {
  return (
    <div aria-busy="true" className="border-b border-line">
      <span className="sr-only">Loading…</span>
      <div className="grid border-b border-line md:grid-cols-[16rem_minmax(0,1fr)] xl:grid-cols-[18rem_minmax(0,1fr)]">
        <div className="grid content-between gap-3 border-line p-4 max-md:border-b md:h-48 md:border-e md:px-6">
          <Skeleton className="h-4 w-20" />
          <Skeleton className="h-9 w-44" />
          <Skeleton className="h-16" />
        </div>
        <div className="grid content-start gap-4 p-4 md:px-6">
          <Skeleton className="h-4 w-40" />
          <Skeleton className="h-7" />
          <Skeleton className="h-14" />
        </div>
      </div>
      <div className="grid md:grid-cols-[minmax(0,1.2fr)_minmax(0,1fr)] xl:grid-cols-[minmax(0,1.36fr)_minmax(0,1fr)_20rem]">
        {['debtors', 'payments'].map((panel) => (
          <div key={panel} className="grid content-start gap-4.5 border-line p-4 md:border-e md:px-6">
            <Skeleton className="h-4 w-32" />
            {ROWS.map((row) => (
              <Skeleton key={row} className="h-7" />
            ))}
          </div>
        ))}
      </div>
    </div>
  )
}
