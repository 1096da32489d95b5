import { Button } from '../../ui/layout/button.tsx'
import type { ListState } from '../list-search.ts'

/** Says which conditions of the address make no sense and do not count, and removes them from it. */
export function DroppedFilters({ list }: { list: Pick<ListState, 'dropped' | 'set'> }) {
  if (list.dropped.length === 0) return null
  return (
    <p role="status" className="flex w-full flex-wrap items-center gap-x-2 text-soon">
      We don’t understand {list.dropped.length === 1 ? 'this condition' : 'these conditions'} of the address:{' '}
      {list.dropped.map(wordsOf).join(', ')}.
      <Button variant="bare" size="sm" onClick={() => list.set({})}>
        Remove
      </Button>
    </p>
  )
}

const wordsOf = (parameter: string): string =>
  parameter
    .replace(/^(filter|exclude)_/, '')
    .replace(/_(lt|gt|lte|gte|eq|neq)$/, '')
    .replaceAll('_', ' ')
