import { useQuery, useQueryClient } from '@tanstack/react-query'
import { contract } from '../../../../contract/index.ts'
import type { SavedList, SavedViewReply } from '../../../../contract/lists/saved-views.ts'
import type { RequestOf } from '../../../../contract/route.ts'
import { useAccount } from '../../../session/account-context.ts'
import { actionErrorText, isChangedMeanwhile } from '../../../session/calls/api-error.ts'
import { useSingleMutation } from '../../../session/calls/use-single-mutation.ts'
import { useCall } from '../../../session/session-context.tsx'
import { useToast } from '../../../ui/overlay/toast.tsx'
import { useLater } from '../use-later.ts'

export const savedViewsKey = (account: string, list: SavedList) => [account, 'saved-views', list]

/** The person's own views of a list with the shared ones, and their columns. Asked for once the list is shown. */
export function useSavedViews(list: SavedList, isShown: boolean) {
  const { pk: account } = useAccount()
  const call = useCall()
  return useQuery({
    queryKey: savedViewsKey(account, list),
    queryFn: ({ signal }) =>
      call(contract.savedViews.list, { params: { account }, query: { list } }, { signal }),
    staleTime: 60_000,
    enabled: useLater(isShown),
  })
}

type Fields = Omit<NonNullable<RequestOf<typeof contract.savedViews.create>['body']>, 'list'>

const asRead = ({ name, query, shared }: SavedViewReply, fields: Partial<Fields>) => ({
  ...(fields.name !== undefined && { name }),
  ...(fields.query !== undefined && { query }),
  ...(fields.shared !== undefined && { shared }),
})

/** The call that saves a new view, or changes one. */
export function useSaveView(
  list: SavedList,
  {
    onSaved,
    onChanged,
  }: {
    onSaved: (saved: SavedViewReply) => void
    /** Given the views as they are now, after a save that was refused because somebody else changed the view. */
    onChanged: (now: readonly SavedViewReply[], error: Error) => void
  },
) {
  const { pk: account } = useAccount()
  const call = useCall()
  const queries = useQueryClient()
  const toast = useToast()
  return useSingleMutation({
    mutationFn: ({ view, fields }: { fields: Partial<Fields>; view: SavedViewReply | null }) =>
      view === null
        ? call(contract.savedViews.create, {
            params: { account },
            body: { list, name: '', query: {}, ...fields },
          })
        : call(contract.savedViews.update, {
            params: { account, view: view.pk },
            body: { ...fields, if_unchanged: asRead(view, fields) },
          }),
    async onError(error) {
      if (!isChangedMeanwhile(error)) return
      const now = await call(contract.savedViews.list, { params: { account }, query: { list } }).catch(
        () => null,
      )
      if (now) onChanged(now.results, error)
    },
    async onSuccess(saved) {
      toast({ title: 'View saved', body: saved.name, tone: 'success' })
      await queries.invalidateQueries({ queryKey: savedViewsKey(account, list) })
      onSaved(saved)
    },
  })
}

/** The call that deletes a view. */
export function useRemoveView(list: SavedList, onRemoved: () => void) {
  const { pk: account } = useAccount()
  const call = useCall()
  const queries = useQueryClient()
  const toast = useToast()
  return useSingleMutation({
    mutationFn: (view: SavedViewReply) =>
      call(contract.savedViews.remove, { params: { account, view: view.pk } }),
    async onSuccess(_, { name, query, shared }) {
      const readAgain = () => queries.invalidateQueries({ queryKey: savedViewsKey(account, list) })
      toast({
        title: 'View deleted',
        body: name,
        tone: 'success',
        action: {
          label: 'Undo',
          onPress: () =>
            call(contract.savedViews.create, {
              params: { account },
              body: { list, name, query, shared },
            }).then(readAgain, (error: unknown) => toast({ title: actionErrorText(error), tone: 'error' })),
        },
      })
      await readAgain()
      onRemoved()
    },
  })
}
