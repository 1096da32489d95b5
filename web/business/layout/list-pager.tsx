import { Pager } from '../../ui/table/pager.tsx'
import type { ListState } from '../list-search.ts'

/** Pages of a list whose state is in the address. Shows nothing until the total is known, or without rows. */
export function ListPager({ list, total }: { list: ListState; total: number | undefined }) {
  if (!total) return null
  return (
    <Pager
      page={list.page}
      pageSize={list.pageSize}
      total={total}
      onPage={(page) => list.set({ page: String(page) })}
      onPageSize={(size) => list.set({ page_size: String(size) })}
    />
  )
}
