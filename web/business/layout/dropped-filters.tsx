import { Suspense } from 'react'
import { lazyWithRetry } from '../../ui/layout/lazy-with-retry.ts'
import type { DroppedFiltersProps } from './dropped-note.tsx'

const DroppedNote = lazyWithRetry(() => import('./dropped-note.tsx'), 'DroppedNote')

/** Says what the address asks for that can't be. Few addresses do, so the note loads when it is needed. */
export const DroppedFilters = (props: DroppedFiltersProps) =>
  props.list.dropped.length > 0 && (
    <Suspense>
      <DroppedNote {...props} />
    </Suspense>
  )
