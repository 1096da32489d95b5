import { contract } from '../../../contract/index.ts'
import { useAccount } from '../../session/account-context.ts'
import { actionErrorText } from '../../session/calls/api-error.ts'
import { useSingleMutation } from '../../session/calls/use-single-mutation.ts'
import { useCall } from '../../session/session-context.tsx'
import { useToast } from '../../ui/overlay/toast.tsx'

/** Opens a customer's portal as they see it in a new tab, or of one of their invoices the payment dialog or the PDF. */
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
        // The portal is another site: it gets no hold of this page.
        tab.opener = null
        tab.location.replace(url)
      } catch (error) {
        tab.close()
        throw error
      }
    },
    onError: (error) =>
      toast({ title: 'The preview did not open', body: actionErrorText(error), tone: 'error' }),
  })
  return {
    busy: starting.isPending,
    open() {
      // At the click itself: a tab that a page opens later is one that browsers block.
      const tab = window.open('', '_blank')
      if (tab) starting.mutate(tab)
      else
        toast({
          title: 'Your browser blocked the new tab',
          body: 'Allow pop-ups for this site, then choose the preview again.',
          tone: 'error',
        })
    },
  }
}
