import { useQueryClient } from '@tanstack/react-query'
import { Columns3 } from 'lucide-react'
import { type ReactNode, Suspense, useEffect, useRef, useState } from 'react'
import { contract } from '../../../../contract/index.ts'
import type { SavedList } from '../../../../contract/lists/saved-views.ts'
import { useAccount } from '../../../session/account-context.ts'
import { actionErrorText } from '../../../session/calls/api-error.ts'
import { useCall } from '../../../session/session-context.tsx'
import { COLUMNS_KEY, createMemoryStore, openLocalStorage } from '../../../session/storage/key-store.ts'
import { IconButton } from '../../../ui/layout/icon-button.tsx'
import { lazyWithRetry } from '../../../ui/layout/lazy-with-retry.ts'
import { useToast } from '../../../ui/overlay/toast.tsx'
import type { Column } from '../../../ui/table/data-table.tsx'
import type { ListState } from '../../list-search.ts'
import { savedViewsKey, useSavedViews } from '../saved-views/use-saved-views.ts'
import { arrangeColumns } from './arrange-columns.ts'

const ColumnsDialog = lazyWithRetry(() => import('./columns-dialog.tsx'), 'ColumnsDialog')
const ColumnGrip = lazyWithRetry(() => import('./column-grip.tsx'), 'ColumnGrip')

const device = openLocalStorage() ?? createMemoryStore()

interface ListColumns<Row> {
  readonly columns: readonly Column<Row>[]
  /** Opens the choice of columns. */
  readonly button: ReactNode
  readonly headTail: ((column: Column<Row>) => ReactNode) | undefined
}

/**
 * The columns of a list as the person chose them: in its address, which a saved view carries, or for the list as a whole. This
 * device remembers the latter, so that the list is drawn with them at once.
 */
export function useListColumns<Row>(
  saved: SavedList,
  list: ListState,
  all: readonly Column<Row>[],
  isShown: boolean,
): ListColumns<Row> {
  const key = `${COLUMNS_KEY}/${useAccount().pk}/${saved}`
  const { data } = useSavedViews(saved, isShown)
  const own = data ? data.columns : device.get(key)
  const keep = useChooseColumns(saved)
  useEffect(() => {
    if (data?.columns) device.set(key, data.columns)
    else if (data) device.remove(key)
  }, [key, data])
  return useArrangedColumns(list, all, { own, keep, isKnown: data !== undefined })
}

/** Like useListColumns, for a list across companies, which no account can keep: only this device remembers the choice. */
export function useDeviceColumns<Row>(
  name: string,
  list: ListState,
  all: readonly Column<Row>[],
): ListColumns<Row> {
  const key = `${COLUMNS_KEY}/${name}`
  const [own, setOwn] = useState(() => device.get(key))
  const keep = (columns: string | null) => {
    if (columns === null) device.remove(key)
    else device.set(key, columns)
    setOwn(columns)
  }
  return useArrangedColumns(list, all, { own, keep, isKnown: true })
}

interface KeptColumns {
  /** Those of the list as a whole; null for the product's. */
  readonly own: string | null
  readonly keep: (columns: string | null) => void
  /** False until they have been read: widths can't be changed before. */
  readonly isKnown: boolean
}

function useArrangedColumns<Row>(
  list: ListState,
  all: readonly Column<Row>[],
  { own, keep, isKnown }: KeptColumns,
): ListColumns<Row> {
  const [isOpen, setOpen] = useState(false)
  const text = list.search.columns ?? own
  const columns = arrangeColumns(all, text)
  const choose = (chosen: string | null) => {
    if (list.search.columns) list.set({ columns: chosen ?? undefined, page: list.search.page })
    else keep(chosen)
  }
  const shared = { text, shown: columns.map(({ id }) => id), onChoose: choose }
  return {
    columns,
    headTail: isKnown
      ? (column) => (
          <Suspense>
            <ColumnGrip column={column.id} {...shared} />
          </Suspense>
        )
      : undefined,
    button: (
      <>
        <IconButton
          label="Columns"
          icon={<Columns3 />}
          outlined
          onClick={() => setOpen(true)}
          className="max-md:hidden"
        />
        <Suspense>
          {isOpen && <ColumnsDialog all={all} {...shared} onClose={() => setOpen(false)} />}
        </Suspense>
      </>
    ),
  }
}

function useChooseColumns(list: SavedList) {
  const { pk: account } = useAccount()
  const call = useCall()
  const queries = useQueryClient()
  const toast = useToast()
  const sent = useRef<Promise<unknown>>(Promise.resolve())
  const queryKey = savedViewsKey(account, list)
  const send = async (columns: string | null): Promise<void> => {
    try {
      await call(contract.savedViews.chooseColumns, { params: { account }, body: { list, columns } })
    } catch (error) {
      toast({ title: 'We couldn’t keep the columns', body: actionErrorText(error), tone: 'error' })
    }
    await queries.invalidateQueries({ queryKey })
  }
  return (columns: string | null): void => {
    // A read that began before would bring the former ones back.
    void queries.cancelQueries({ queryKey })
    // Drawn at once; the list would otherwise jump back while the server stores them.
    queries.setQueryData(queryKey, (old: object | undefined) => old && { ...old, columns })
    // One after another, so that the last choice is the one that stays.
    sent.current = sent.current.then(() => send(columns))
  }
}
