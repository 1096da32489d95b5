import { Skeleton } from '../../ui/text/skeleton.tsx'

const ROWS = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'] as const

/** Placeholder of a loading page: heading and first rows. */
export function PageSkeleton() {
  return (
    <div aria-busy="true" className="grid gap-5 px-4 py-4 md:px-6 md:py-5">
      <span className="sr-only">Loading…</span>
      <Skeleton className="h-7 w-48" />
      <div className="grid gap-4">
        {ROWS.map((row) => (
          <Skeleton key={row} className="h-6" />
        ))}
      </div>
    </div>
  )
}
