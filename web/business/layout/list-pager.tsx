import type { AnsweredPage } from '../../ui/table/page-range.ts'
import { Pager } from '../../ui/table/pager.tsx'
import type { ListState } from '../list-search.ts'

/** Pages of a list whose state is in the address. Shows nothing until the reply arrives, or without rows. */
export function ListPager({ list, reply }: { list: ListState; reply: AnsweredPage | undefined }) {
  if (!reply?.count) return null
  return (
    <Pager
      page={list.page}
      pageSize={list.pageSize}
      reply={reply}
      onPage={(page, options) => list.set({ page: String(page) }, options)}
      onPageSize={(size) => list.set({ page_size: String(size) })}
    />
  )
}
