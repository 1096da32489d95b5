import { contract } from '../../../contract/index.ts'
import { useAccount } from '../../session/account-context.ts'
import { actionErrorText } from '../../session/calls/api-error.ts'
import { useSingleMutation } from '../../session/calls/use-single-mutation.ts'
import { useCall } from '../../session/session-context.tsx'
import { useToast } from '../../ui/overlay/toast.tsx'

/** Opens a preview in a new tab: the customer's portal, or one invoice's payment dialog or PDF. */
export function usePreview(customer: string, invoice?: string, opens: 'payment' | 'pdf' = 'payment') {
  const account = useAccount()
  const call = useCall()
  const toast = useToast()
  const starting = useSingleMutation({
    mutationFn: async (tab: Window) => {
      try {
        const params = { account: account.pk, customer }
        const { url } = await call(contract.preview.start, {
          params,
          body: { ...(invoice && { invoice, opens }) },
        })
        // The portal is another site and must not get a reference to this window.
        tab.opener = null
        tab.location.replace(url)
      } catch (error) {
        tab.close()
        throw error
      }
    },
    onError: (error) =>
      toast({ title: 'We couldn’t open the preview', body: actionErrorText(error), tone: 'error' }),
  })
  return {
    busy: starting.isPending,
    open() {
      // Opened during the click, because browsers block tabs that a page opens later.
      const tab = window.open('', '_blank')
      if (tab) starting.mutate(tab)
      else
        toast({
          title: 'Your browser blocked the new tab',
          body: 'Allow pop-ups for this site, and try again.',
          tone: 'error',
        })
    },
  }
}
