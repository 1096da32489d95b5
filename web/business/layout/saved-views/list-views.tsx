import { BookmarkPlus, MoreHorizontal } from 'lucide-react'
import { Suspense, useState } from 'react'
import type { SavedList, SavedViewReply } from '../../../../contract/lists/saved-views.ts'
import { Button } from '../../../ui/layout/button.tsx'
import { lazyWithRetry } from '../../../ui/layout/lazy-with-retry.ts'
import { useNavigateTo } from '../../../ui/layout/link.tsx'
import { Menu } from '../../../ui/overlay/menu.tsx'
import { SavedViews } from '../../../ui/table/saved-views.tsx'
import type { ListState } from '../../list-search.ts'
import { isSameQuery, savedQueryOf, viewHref } from './list-query.ts'
import { useRemoveView, useSavedViews } from './use-saved-views.ts'

const SaveViewDialog = lazyWithRetry(() => import('./save-view-dialog.tsx'), 'SaveViewDialog')

interface BuiltInView {
  readonly id: string
  readonly name: string
  readonly href: string
  readonly count?: number | null | undefined
}

/** The views of a list: those of the product, one's own and the shared ones, and a button to save what is shown now. */
export function ListViews({
  label,
  list,
  saved,
  path,
  views,
  current,
  isShown,
}: {
  label: string
  list: ListState
  saved: SavedList
  /** Address of the list without a query. */
  path: string
  views: readonly BuiltInView[]
  /** Id of the product's view that is shown when no saved one is. */
  current: string
  /** True once the list has its rows. */
  isShown: boolean
}) {
  const { data } = useSavedViews(saved, isShown)
  const own = data?.results ?? []
  const navigate = useNavigateTo()
  const [dialog, setDialog] = useState<SavedViewReply | 'new' | null>(null)
  const query = savedQueryOf(list)
  const open = own.find((view) => isSameQuery(view.query, query))
  const { columns = data?.columns, ...filters } = query
  const isBuiltIn = !columns && views.some(({ href }) => href === viewHref(path, filters))
  const remove = useRemoveView(saved, () => navigate(path))
  return (
    <>
      <SavedViews
        label={label}
        current={open?.pk ?? current}
        views={[
          ...views,
          ...own.map((view) => ({ id: view.pk, name: view.name, href: viewHref(path, view.query) })),
        ]}
        aside={
          open ? (
            open.can_change && (
              <ViewMenu view={open} onChange={() => setDialog(open)} onRemove={() => remove.mutate(open)} />
            )
          ) : (
            <SaveButton shown={!isBuiltIn} onPress={() => setDialog('new')} />
          )
        }
      />
      <Suspense>
        {dialog !== null && (
          <SaveViewDialog
            list={saved}
            view={dialog === 'new' ? null : dialog}
            others={own}
            query={columns ? { ...filters, columns } : filters}
            onSaved={(view) => dialog === 'new' && navigate(viewHref(path, view.query))}
            onClose={() => setDialog(null)}
          />
        )}
      </Suspense>
    </>
  )
}

const SaveButton = ({ shown, onPress }: { shown: boolean; onPress: () => void }) =>
  shown && (
    <Button variant="bare" size="sm" icon={<BookmarkPlus />} onClick={onPress} className="flex-none">
      Save view
    </Button>
  )

const ViewMenu = ({
  view,
  onChange,
  onRemove,
}: {
  view: SavedViewReply
  onChange: () => void
  onRemove: () => void
}) => (
  <Menu
    align="start"
    trigger={
      <Button
        variant="bare"
        size="sm"
        icon={<MoreHorizontal />}
        aria-label={`Change the view ${view.name}`}
        className="flex-none"
      />
    }
    items={[
      { id: 'change', label: 'Rename or share', onSelect: onChange },
      { id: 'remove', label: 'Delete view', danger: true, onSelect: onRemove },
    ]}
  />
)
